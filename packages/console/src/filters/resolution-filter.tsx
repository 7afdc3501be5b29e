import { Choice, type Option } from './choice.js';
import type { FilterControl } from './filter-control.js';

type Size = 'any' | '1' | '4' | '12';

const OPTIONS: Option<Size>[] = [
  { value: 'any', words: 'Any' },
  { value: '1', words: '1 MP +' },
  { value: '4', words: '4 MP +' },
  { value: '12', words: '12 MP +' },
];

/** Megapixels of the original, at least. */
export function ResolutionFilter({ filters: { resolution_min: set }, change }: FilterControl) {
  const chosen = OPTIONS.find(({ value }) => value === (set === undefined ? 'any' : String(set)))?.value;
  return (
    <Choice
      title="Resolution"
      options={OPTIONS}
      chosen={chosen}
      onChoose={(value) => change({ resolution_min: value === 'any' ? undefined : Number(value) })}
    />
  );
}
