import { memo, useState, type CSSProperties } from 'react';
import { likeThis } from '../address/address.js';
import type { ShownImage } from '../api/types.js';
import { onThisHost } from '../api/client.js';
import { PageLink } from '../address/use-address.js';
import { Icon } from '../ui/icon.js';
import { TrayButton } from '../tray/tray-button.js';
import { creditOf } from '../image/rights-words.js';
import { variantOf } from '../image/file-address.js';
import { isUnlicensed, LicenceBadge, UsableBadge } from '../image/badges.js';

interface TileProps {
  image: ShownImage;
  /** Whether Tab stops at it. */
  isReached: boolean;
  showsScore: boolean;
}

/** One result: the image, its title, what may be done with it; credit and actions for who points at it. */
export const Tile = memo(function Tile({ image, isReached, showsScore }: TileProps) {
  const { asset_id: id, title, rights, score } = image;
  const name = title || 'Untitled';
  const tabIndex = isReached ? 0 : -1;
  return (
    <li className="rows-cell tile" style={aspect(image.width / image.height)}>
      <div className="framed tile-frame">
        <PageLink
          to={{ open: id }}
          className="tile-link"
          data-place={id}
          tabIndex={tabIndex}
          aria-label={name}
        >
          <Thumbnail image={image} />
        </PageLink>
        <p className="tile-over tile-credit" aria-hidden="true">
          {creditOf(rights)}
        </p>
        <div className="tile-over tile-actions">
          <PageLink
            to={likeThis(id)}
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
      <p className="name title tile-title" title={name} dir="auto">
        {name}
      </p>
      <p className="line tile-facts">
        {image.usable && <UsableBadge usable={image.usable} />}
        <LicenceBadge rights={rights} isShort={isUnlicensed(image)} />
        {image.same_image === true && <span className="count">Same image</span>}
        {image.contains_image === true && <span className="count">Contains your image</span>}
        {image.ai_generated && <span className="badge">AI</span>}
        {showsScore && score !== null && <span className="tile-score">{score.toFixed(3)}</span>}
      </p>
    </li>
  );
});

/** Outside these bounds, an image is shown whole within its cell. */
const ASPECT_MIN = 0.5;
const ASPECT_MAX = 3;

/** For a cell of the rows: its width divided by its height. */
function aspect(given: number): CSSProperties {
  return { ['--aspect' as string]: Math.min(ASPECT_MAX, Math.max(ASPECT_MIN, given)) };
}

/** Longest edges of both thumbnails, in pixels. */
const THUMB_EDGES = [400, 800] as const;

/** The image of a result, at the size that the screen needs; words in its place when it cannot be loaded. */
function Thumbnail({ image }: { image: ShownImage }) {
  const [isBroken, setIsBroken] = useState(false);
  if (isBroken) {
    return (
      <span className="centred quiet thumbnail-broken">
        <Icon name="image" />
        <span>The preview cannot be loaded</span>
      </span>
    );
  }
  return (
    <img
      src={onThisHost(image.thumb)}
      srcSet={srcSetOf(image)}
      // Where a browser does not measure it, most are shown so.
      sizes="auto, 20rem"
      alt={image.title || 'Untitled'}
      loading="lazy"
      decoding="async"
      draggable={false}
      onError={() => setIsBroken(true)}
    />
  );
}

/** A small image has one thumbnail. */
function srcSetOf({ width, height, thumb, file }: ShownImage): string | undefined {
  const edge = Math.max(width, height);
  const [small, large] = THUMB_EDGES;
  if (edge <= small) return undefined;
  const widthAt = (edgePx: number): number => Math.max(1, Math.round(width * Math.min(1, edgePx / edge)));
  return `${onThisHost(thumb)} ${widthAt(small)}w, ${variantOf(file, 'thumb_2x')} ${widthAt(large)}w`;
}
