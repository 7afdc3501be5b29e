import {
  Fragment,
  useRef,
  useState,
  type FocusEvent,
  useLayoutEffect,
  type RefObject,
  type KeyboardEvent,
} from 'react';
import type { Address } from '../address/address.js';
import type { ShownImage } from '../api/types.js';
import { placeAfter } from './arrow-keys.js';
import { Tile } from './tile.js';
import { justifiedRows, type Cell } from './justified-rows.js';
import './results.css';

interface ResultsProps {
  address: Address;
  results: readonly ShownImage[];
  /** The others, behind a divider, are weaker matches. */
  strongCount: number;
  showsScores: boolean;
}

/** The images in justified rows. Tab reaches one image; the arrow keys go on from there. */
export function Results({ address, results, strongCount, showsScores }: ResultsProps) {
  const list = useRef<HTMLUListElement>(null);
  const width = useWidth(list);
  const [active, setActive] = useState<string | null>(null);
  const rowsOf = (images: readonly ShownImage[]) =>
    width === 0 ? [] : gridCells(images.map(aspectOf), width);
  const cells = [...rowsOf(results.slice(0, strongCount)), ...rowsOf(results.slice(strongCount))];
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
            <Fragment key={image.asset_id}>
              {index === strongCount && <li className="results-divider">Weaker matches</li>}
              <Tile
                address={address}
                image={image}
                cell={cell}
                isReached={image.asset_id === reached}
                showsScore={showsScores}
              />
            </Fragment>
          )
        );
      })}
    </ul>
  );
}

function aspectOf({ width, height }: ShownImage): number {
  return width / height;
}

/** Moves the focus within a list whose items hold one `[data-place]` each. */
function moveWithArrows(event: KeyboardEvent<HTMLElement>): void {
  const from = (event.target as HTMLElement).closest<HTMLElement>('[data-place]');
  if (!from || event.altKey || event.ctrlKey || event.metaKey) return;
  const places = [...event.currentTarget.querySelectorAll<HTMLElement>('[data-place]')];
  const next = placeAfter(event.key, places.indexOf(from), {
    boxes: places.map((place) => place.getBoundingClientRect()),
    isRightToLeft: getComputedStyle(event.currentTarget).direction === 'rtl',
  });
  if (next === undefined) return;
  event.preventDefault();
  places[next]?.focus();
}

/** Shapes that repeat, so that the frame of an answer stands before the answer does. */
const ASPECTS = [1, 1.5, 0.75, 1.33, 1, 1.78, 0.67, 1.25];
const SHOWN_MAX = 24;

/** While the first answer is on its way. */
export function Waiting({ count }: { count: number }) {
  const list = useRef<HTMLDivElement>(null);
  const width = useWidth(list);
  const aspects = Array.from(
    { length: Math.min(count, SHOWN_MAX) },
    (_, index) => ASPECTS[index % ASPECTS.length] ?? 1,
  );
  const cells = width === 0 ? [] : gridCells(aspects, width);
  return (
    <>
      <p role="status" className="quiet waiting-words">
        Searching …
      </p>
      <div ref={list} className="waiting" aria-hidden="true">
        {cells.map((cell, index) => (
          <span key={index} style={{ inlineSize: cell.width, blockSize: cell.height }} />
        ))}
      </div>
    </>
  );
}

const GAP = 12;
const PHONE_MAX = 560;
const WIDE_MIN = 1_500;

/** Sizes of the images of a grid of this width. */
function gridCells(aspects: readonly number[], width: number): Cell[] {
  const height = width < PHONE_MAX ? 150 : width < WIDE_MIN ? 210 : 250;
  return justifiedRows(aspects, { width, height, gap: GAP });
}

/** The inner width of an element in CSS pixels, known before the first paint; 0 until then. */
function useWidth(element: RefObject<HTMLElement | null>): number {
  const [width, setWidth] = useState(0);
  useLayoutEffect(() => {
    const measured = element.current;
    if (!measured) return;
    const read = (): void => setWidth(measured.clientWidth);
    read();
    const observer = new ResizeObserver(read);
    observer.observe(measured);
    return () => observer.disconnect();
  }, [element]);
  return width;
}
