import { useEffect, useState } from 'react';
import { ShareSlider, toggled, useFilters } from './controls.js';
import type { Side, SHARES } from '../api/types.js';
import { Button } from '../ui/button.js';

const UNSET_COLOUR = '#888888';
/** A colour field changes with each move of the pointer. */
const SETTLE_MS = 400;

/** Any colour, or one of the images that are shown. */
export function PaletteFilter({ colours }: { colours: readonly string[] }) {
  const { filters, change } = useFilters();
  const set = filters.palette_near ?? null;
  const [picked, setPicked] = useState<string | null>(null);
  useEffect(() => {
    if (picked === null) return;
    const timer = setTimeout(() => {
      setPicked(null);
      change({ palette_near: picked });
    }, SETTLE_MS);
    return () => clearTimeout(timer);
  }, [picked, change]);
  return (
    <fieldset>
      <legend>Colour to come close to</legend>
      <div className="line">
        <input
          type="color"
          className={picked === null && set === null ? 'swatch-unset' : undefined}
          aria-label="Pick a colour"
          value={picked ?? longForm(set) ?? UNSET_COLOUR}
          onChange={(event) => setPicked(event.target.value)}
        />
        <span className="quiet">{picked ?? set ?? 'None'}</span>
        {set !== null && (
          <Button look="plain" onClick={() => change({ palette_near: undefined })}>
            Clear
          </Button>
        )}
      </div>
      <div className="row" role="group" aria-label="Colours of the results">
        {colours.map((colour) => (
          <button
            key={colour}
            type="button"
            className="swatch"
            style={{ backgroundColor: colour }}
            aria-label={`Close to ${colour}`}
            title={colour}
            aria-pressed={colour === set}
            onClick={() => change({ palette_near: colour === set ? undefined : colour })}
          />
        ))}
      </div>
    </fieldset>
  );
}

/** `#f80` → `#ff8800`, which a colour field needs. */
function longForm(colour: string | null): string | null {
  if (colour?.length !== 4) return colour;
  return colour.replace(/[0-9a-f]/gi, (digit) => digit + digit);
}

/** Both bounds of a share, such as brightness; an end of the scale is no bound. */
export function ShareFilter({ title, min, max }: (typeof SHARES)[number]) {
  const { filters, change } = useFilters();
  const low = filters[min] ?? 0;
  const high = filters[max] ?? 1;
  const set = (from: number, to: number): void =>
    change({ [min]: from > 0 ? from : undefined, [max]: to < 1 ? to : undefined });
  return (
    <fieldset>
      <legend>{title}</legend>
      {/* The bound that is not moved gives way. */}
      <ShareSlider words="From" value={low} onSet={(from) => set(from, Math.max(from, high))} />
      <ShareSlider words="To" value={high} onSet={(to) => set(Math.min(low, to), to)} />
    </fieldset>
  );
}

const SIDES: Side[] = ['left', 'right', 'top', 'bottom'];

/** Where an image should have room for text: on any of the chosen sides. */
export function CleanSpaceFilter() {
  const { filters, change } = useFilters();
  const chosen = filters.neg_space_any ?? [];
  return (
    <fieldset>
      <legend>Clean space for text</legend>
      <div className="segments">
        {SIDES.map((side) => (
          <label key={side}>
            <input
              type="checkbox"
              checked={chosen.includes(side)}
              onChange={() => change({ neg_space_any: toggled(chosen, side) })}
            />
            <span>{side.charAt(0).toUpperCase() + side.slice(1)}</span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}
