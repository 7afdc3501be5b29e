import { Choice, type Option } from './choice.js';
import type { FilterChange, FilterControl } from './filter-control.js';

type Faces = 'any' | 'none' | 'one' | 'two' | 'group';

const OPTIONS: Option<Faces>[] = [
  { value: 'any', words: 'Any' },
  { value: 'none', words: 'None' },
  { value: 'one', words: 'One' },
  { value: 'two', words: 'Two' },
  { value: 'group', words: '3 +' },
];

const BOUNDS: Record<Faces, FilterChange> = {
  any: { faces_min: undefined, faces_max: undefined },
  none: { faces_min: undefined, faces_max: 0 },
  one: { faces_min: 1, faces_max: 1 },
  two: { faces_min: 2, faces_max: 2 },
  group: { faces_min: 3, faces_max: undefined },
};

export function FacesFilter({ filters, change }: FilterControl) {
  const chosen = OPTIONS.find(({ value }) => {
    const { faces_min, faces_max } = BOUNDS[value];
    return filters.faces_min === faces_min && filters.faces_max === faces_max;
  })?.value;
  return (
    <Choice title="Faces" options={OPTIONS} chosen={chosen} onChoose={(value) => change(BOUNDS[value])} />
  );
}
