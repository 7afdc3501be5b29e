import type { Side } from '../api/types.js';
import './clean-space.css';

/** Marks the outer thirds of an image that have room for text. Left and right are sides of the image itself. */
export function CleanSpace({ sides }: { sides: readonly Side[] }) {
  return (
    <div className="clean-space" dir="ltr">
      {sides.map((side) => (
        <span key={side} className={`clean-${side}`}>
          {side}
        </span>
      ))}
    </div>
  );
}
