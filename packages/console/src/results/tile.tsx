import { memo } from 'react';
import { START, type Address } from '../address/address.js';
import type { ShownImage } from '../api/types.js';
import { PageLink } from '../ui/page-link.js';
import { Icon } from '../ui/icon.js';
import { TrayButton } from '../tray/tray-button.js';
import type { Cell } from './justified-rows.js';
import { LicenceBadge } from './licence-badge.js';
import { Thumbnail } from './thumbnail.js';

interface TileProps {
  address: Address;
  image: ShownImage;
  cell: Cell;
  /** Whether Tab stops at it. */
  isReached: boolean;
  showsScore: boolean;
}

/** One result: the image, its title, what may be done with it; credit and actions for who points at it. */
export const Tile = memo(function Tile({ address, image, cell, isReached, showsScore }: TileProps) {
  const { asset_id: id, title, rights, score } = image;
  const name = title || 'Untitled';
  const tabIndex = isReached ? 0 : -1;
  return (
    <li className="tile" style={{ inlineSize: cell.width }}>
      <div className="tile-frame" style={{ blockSize: cell.height }}>
        <PageLink
          to={{ ...address, open: id }}
          className="tile-link"
          data-place={id}
          tabIndex={tabIndex}
          aria-label={name}
        >
          <Thumbnail image={image} width={cell.width} />
        </PageLink>
        <p className="tile-over tile-credit" aria-hidden="true">
          {rights.attribution ?? 'No credit needed'}
        </p>
        <div className="tile-over tile-actions">
          <PageLink
            to={{ ...START, like: id, filters: address.filters }}
            className="icon-button"
            tabIndex={tabIndex}
            aria-label={`More like ${name}`}
            title="More like this"
          >
            <Icon name="similar" />
          </PageLink>
          <TrayButton image={image} tabIndex={tabIndex} />
        </div>
      </div>
      <p className="tile-title" title={name} dir="auto">
        {name}
      </p>
      <p className="tile-facts">
        <LicenceBadge rights={rights} />
        {image.same_image === true && <span className="badge">Same image</span>}
        {image.contains_image === true && <span className="badge">Contains your image</span>}
        {image.ai_generated && <span className="badge">AI</span>}
        {showsScore && score !== null && <span className="tile-score">{score.toFixed(3)}</span>}
      </p>
    </li>
  );
});
