import { useRef, useState, type FocusEvent } from 'react';
import type { Address } from '../address/address.js';
import type { ShownImage } from '../api/types.js';
import { gridCells } from './grid-layout.js';
import { moveWithArrows } from './move-with-arrows.js';
import { Tile } from './tile.js';
import { useWidth } from './use-width.js';
import './results.css';

interface ResultsProps {
  address: Address;
  results: readonly ShownImage[];
  showsScores: boolean;
}

/** The images in justified rows. Tab reaches one image; the arrow keys go on from there. */
export function Results({ address, results, showsScores }: ResultsProps) {
  const list = useRef<HTMLUListElement>(null);
  const width = useWidth(list);
  const [active, setActive] = useState<string | null>(null);
  const cells = width === 0 ? [] : gridCells(results.map(aspectOf), width);
  const reached = results.some(({ asset_id }) => asset_id === active) ? active : results[0]?.asset_id;
  const follow = (event: FocusEvent<HTMLElement>): void => {
    const place = event.target.closest('li')?.querySelector('[data-place]')?.getAttribute('data-place');
    if (place) setActive(place);
  };
  return (
    <ul
      ref={list}
      role="list"
      className="results"
      aria-label="Results"
      onKeyDown={moveWithArrows}
      onFocus={follow}
    >
      {cells.map((cell, index) => {
        const image = results[index];
        return (
          image && (
            <Tile
              key={image.asset_id}
              address={address}
              image={image}
              cell={cell}
              isReached={image.asset_id === reached}
              showsScore={showsScores}
            />
          )
        );
      })}
    </ul>
  );
}

function aspectOf({ width, height }: ShownImage): number {
  return width / height;
}
