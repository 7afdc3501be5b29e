import type { FilterControl } from './filter-control.js';
import { ShareSlider } from './share-slider.js';

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
