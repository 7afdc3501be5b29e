import { useEffect, useState } from 'react';
import type { FilterControl } from './filter-control.js';

type Bound = 'luminance_min' | 'luminance_max';

const BOUNDS: { name: Bound; words: string; open: number }[] = [
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
      {BOUNDS.map(({ name, words, open }) => (
        <BoundSlider
          key={name}
          words={words}
          value={filters[name] ?? open}
          onSet={(value) => set(name, value)}
        />
      ))}
    </fieldset>
  );
}

interface BoundSliderProps {
  words: string;
  value: number;
  onSet: (value: number) => void;
}

/** Searches when the slider is let go, not on the way. */
function BoundSlider({ words, value, onSet }: BoundSliderProps) {
  const [moved, setMoved] = useState(value);
  useEffect(() => setMoved(value), [value]);
  const settle = (): void => {
    if (moved !== value) onSet(moved);
  };
  return (
    <label className="range">
      {words}
      <input
        type="range"
        min={0}
        max={1}
        step={0.05}
        value={moved}
        onChange={(event) => setMoved(Number(event.target.value))}
        onPointerUp={settle}
        onKeyUp={settle}
        onBlur={settle}
      />
      <output>{Math.round(moved * 100)} %</output>
    </label>
  );
}
