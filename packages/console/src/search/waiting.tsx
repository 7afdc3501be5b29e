import { useRef } from 'react';
import { gridCells } from '../results/grid-layout.js';
import { useWidth } from '../results/use-width.js';
import './waiting.css';

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
