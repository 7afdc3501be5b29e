import { Fragment, useState, type FocusEvent, type KeyboardEvent } from 'react';
import type { ShownImage } from '../api/types.js';
import { Tile } from './tile.js';
import './results.css';

interface ResultsProps {
  results: readonly ShownImage[];
  /** The others, behind a divider, are weaker matches. */
  strongCount: number;
  showsScores: boolean;
}

/** The images in justified rows. Tab reaches one image; the arrow keys go on from there. */
export function Results({ results, strongCount, showsScores }: ResultsProps) {
  const [active, setActive] = useState<string | null>(null);
  const reached = results.some(({ asset_id }) => asset_id === active) ? active : results[0]?.asset_id;
  const follow = (event: FocusEvent<HTMLElement>): void => {
    const place = event.target.closest('li')?.querySelector('[data-place]')?.getAttribute('data-place');
    if (place) setActive(place);
  };
  return (
    <ul role="list" className="rows results" aria-label="Results" onKeyDown={moveWithArrows} onFocus={follow}>
      {results.map((image, index) => (
        <Fragment key={image.asset_id}>
          {index === strongCount && (
            <>
              <li className="rows-end" aria-hidden="true" />
              <li className="quiet results-divider">Weaker matches</li>
            </>
          )}
          <Tile image={image} isReached={image.asset_id === reached} showsScore={showsScores} />
        </Fragment>
      ))}
    </ul>
  );
}

/** Moves the focus within a list whose items hold one `[data-place]` each. */
function moveWithArrows(event: KeyboardEvent<HTMLElement>): void {
  const from = (event.target as HTMLElement).closest<HTMLElement>('[data-place]');
  if (!from || event.altKey || event.ctrlKey || event.metaKey) return;
  const places = [...event.currentTarget.querySelectorAll<HTMLElement>('[data-place]')];
  const at = places.indexOf(from);
  const ways: Partial<Record<string, () => HTMLElement | undefined>> = {
    ArrowRight: () => places[at + 1],
    ArrowLeft: () => places[at - 1],
    Home: () => places[0],
    End: () => places.at(-1),
    ArrowDown: () => nearest(from, places.slice(at + 1)),
    ArrowUp: () => nearest(from, places.slice(0, at).reverse()),
  };
  const next = ways[event.key]?.();
  if (!next) return;
  event.preventDefault();
  next.focus();
}

/** Of the next row among the images that follow, the one whose middle is nearest. */
function nearest(from: HTMLElement, following: readonly HTMLElement[]): HTMLElement | undefined {
  const topOf = (place: HTMLElement): number => place.getBoundingClientRect().top;
  const middleOf = (place: HTMLElement): number => {
    const { left, width } = place.getBoundingClientRect();
    return left + width / 2;
  };
  const first = following.find((place) => topOf(place) !== topOf(from));
  const row = following.filter((place) => first && topOf(place) === topOf(first));
  const distanceTo = (place: HTMLElement): number => Math.abs(middleOf(place) - middleOf(from));
  return row.sort((one, other) => distanceTo(one) - distanceTo(other))[0];
}
