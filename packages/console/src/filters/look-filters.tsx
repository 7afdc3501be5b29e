import { useEffect, useState } from 'react';
import { type FilterControl, ShareSlider, Choice, type Option } from './controls.js';
import type { Side } from '../api/types.js';

const UNSET_COLOUR = '#888888';
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
          className={picked === null && set === null ? 'swatch-unset' : undefined}
          aria-label="Pick a colour"
          value={picked ?? longForm(set) ?? UNSET_COLOUR}
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

type Bound = 'luminance_min' | 'luminance_max';

const BRIGHTNESS_BOUNDS: { name: Bound; words: string; open: number }[] = [
  { name: 'luminance_min', words: 'From', open: 0 },
  { name: 'luminance_max', words: 'To', open: 1 },
];

/** From dark to bright; an end of the scale is no bound. */
export function BrightnessFilter({ filters, change }: FilterControl) {
  const set = (name: Bound, value: number): void => {
    const others = { ...filters, [name]: value };
    const [min, max] = [others.luminance_min ?? 0, others.luminance_max ?? 1];
    // The bound that was not moved gives way.
    const low = name === 'luminance_max' ? Math.min(min, max) : min;
    const high = name === 'luminance_min' ? Math.max(min, max) : max;
    change({ luminance_min: low > 0 ? low : undefined, luminance_max: high < 1 ? high : undefined });
  };
  return (
    <fieldset>
      <legend>Brightness</legend>
      <div className="range-ends" aria-hidden="true" />
      {BRIGHTNESS_BOUNDS.map(({ name, words, open }) => (
        <ShareSlider
          key={name}
          words={words}
          value={filters[name] ?? open}
          onSet={(value) => set(name, value)}
        />
      ))}
    </fieldset>
  );
}

const COLOUR_OPTIONS: Option<'any' | 'colour' | 'grey'>[] = [
  { value: 'any', words: 'Any' },
  { value: 'colour', words: 'In colour' },
  { value: 'grey', words: 'Black and white' },
];

export function ColourFilter({ filters: { monochrome }, change }: FilterControl) {
  return (
    <Choice
      title="Colour"
      options={COLOUR_OPTIONS}
      chosen={monochrome === undefined ? 'any' : monochrome ? 'grey' : 'colour'}
      onChoose={(value) => change({ monochrome: value === 'any' ? undefined : value === 'grey' })}
    />
  );
}

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
      <p className="filter-hint">Images with room on any of the chosen sides.</p>
    </fieldset>
  );
}
