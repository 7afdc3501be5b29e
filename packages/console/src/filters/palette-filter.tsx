import { useEffect, useState } from 'react';
import type { FilterControl } from './filter-control.js';

const UNSET = '#888888';
/** A colour field changes with each move of the pointer. */
const SETTLE_MS = 400;

/** Any colour, or one of the images that are shown. */
export function PaletteFilter({ filters, change, colours }: FilterControl & { colours: readonly string[] }) {
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
      <div className="swatch-line">
        <input
          type="color"
          aria-label="Pick a colour"
          value={picked ?? longForm(set) ?? UNSET}
          onChange={(event) => setPicked(event.target.value)}
        />
        <span className="quiet">{picked ?? set ?? 'None'}</span>
        {set !== null && (
          <button type="button" className="button-plain" onClick={() => change({ palette_near: undefined })}>
            Clear
          </button>
        )}
      </div>
      <div className="swatches" role="group" aria-label="Colours of the results">
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
