import type { Side } from '../api/types.js';
import type { FilterControl } from './filter-control.js';

const SIDES: Side[] = ['top', 'left', 'right', 'bottom'];

/** A frame whose sides can be pressed: where an image should have room for text. */
export function CleanSpaceFilter({ filters, change }: FilterControl) {
  const chosen = filters.neg_space_any ?? [];
  const toggle = (side: Side): void =>
    change({
      neg_space_any: chosen.includes(side) ? chosen.filter((other) => other !== side) : [...chosen, side],
    });
  return (
    <fieldset>
      <legend>Clean space for text</legend>
      {/* Left and right are sides of the image: the frame keeps them in every reading direction. */}
      <div className="sides" dir="ltr">
        {SIDES.map((side) => (
          <button
            key={side}
            type="button"
            className={`side-${side}`}
            aria-pressed={chosen.includes(side)}
            onClick={() => toggle(side)}
          >
            {side.charAt(0).toUpperCase() + side.slice(1)}
          </button>
        ))}
        <span aria-hidden="true" />
      </div>
      <p className="filter-hint">Images with room on any of the pressed sides.</p>
    </fieldset>
  );
}
