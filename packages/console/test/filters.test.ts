import { describe, expect, it } from '@jest/globals';
import { readFilters } from '../src/address/address.js';
import { FILTERS, type Filters } from '../src/api/types.js';
import { describeFilters } from '../src/filters/describe-filters.js';

const EXAMPLES: [filters: Filters, words: string[]][] = [
  [{ luminance_min: 0.65 }, ['Brightness 65 % or more']],
  [{ luminance_min: 0.2, luminance_max: 0.5 }, ['Brightness 20 % to 50 %']],
  [{ saturation_max: 0.1 }, ['Saturation 10 % or less']],
  [{ faces_max: 0 }, ['No faces']],
  [{ faces_min: 1, faces_max: 1 }, ['One face']],
  [{ faces_min: 3 }, ['3 or more faces']],
  [{ aspect_min: 1.05 }, ['Landscape']],
  [{ aspect_min: 0.95, aspect_max: 1.05 }, ['Square']],
  [{ aspect_min: 1.72, aspect_max: 1.83 }, ['Shape 16:9']],
  [{ neg_space_any: ['left', 'right', 'top', 'bottom'] }, ['Clean space on any side']],
  [{ license_any: ['cc0', 'cc-by-4.0'] }, ['CC0 or CC BY 4.0']],
  [{ commercial: true, attribution_required: false }, ['Commercial use', 'No credit needed']],
];

describe('filters', () => {
  it.each(EXAMPLES)('%j reads %j', (filters, words) => {
    expect(describeFilters(filters).map((entry) => entry.words)).toEqual(words);
  });

  it('of the contract are all known to the address and have words', () => {
    const sample = { number: '1', integer: '1', boolean: 'true', string: 'a', array: 'left' };
    for (const [
      name,
      {
        type: [kind],
      },
    ] of Object.entries(FILTERS)) {
      const filters = readFilters(new URLSearchParams([[name, sample[kind]]]));
      expect(Object.keys(filters)).toEqual([name]);
      expect(describeFilters(filters).flatMap(({ names }) => names)).toContain(name);
    }
  });
});
