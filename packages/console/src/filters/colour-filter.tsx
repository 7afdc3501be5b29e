import { Choice, type Option } from './choice.js';
import type { FilterControl } from './filter-control.js';

const OPTIONS: Option<'any' | 'colour' | 'grey'>[] = [
  { value: 'any', words: 'Any' },
  { value: 'colour', words: 'In colour' },
  { value: 'grey', words: 'Black and white' },
];

export function ColourFilter({ filters: { monochrome }, change }: FilterControl) {
  return (
    <Choice
      title="Colour"
      options={OPTIONS}
      chosen={monochrome === undefined ? 'any' : monochrome ? 'grey' : 'colour'}
      onChoose={(value) => change({ monochrome: value === 'any' ? undefined : value === 'grey' })}
    />
  );
}
