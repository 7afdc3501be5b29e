import { expect, it } from '@jest/globals';
import { yieldToExplicit } from '../src/combine-filters.js';
import type { DesignFilters, Filters } from '@imagesearch/facets/filters';

it.each<[string, DesignFilters, Filters, DesignFilters]>([
  ['holds where the caller set nothing', { commercial: true }, {}, { commercial: true }],
  ['falls where the caller set the same', { commercial: true }, { commercial: false }, {}],
  [
    'holds beside a filter of another kind',
    { commercial: true },
    { derivatives: true },
    { commercial: true },
  ],
  ['falls as a pair when the caller set one bound', { facesMin: 2, facesMax: 2 }, { facesMin: 1 }, {}],
  ['falls as a pair when the caller set the other bound', { facesMin: 2, facesMax: 2 }, { facesMax: 9 }, {}],
  [
    'holds across from a bound with room',
    { luminanceMin: 0.65 },
    { luminanceMax: 0.9 },
    { luminanceMin: 0.65 },
  ],
  ['falls across from a bound without room', { luminanceMin: 0.65 }, { luminanceMax: 0.5 }, {}],
  ['falls to both bounds', { aspectMin: 2 }, { aspectMin: 1, aspectMax: 3 }, {}],
  ['falls to sides the caller named', { negSpaceAny: ['left'] }, { negSpaceAny: ['top'] }, {}],
  ['falls to the colour the caller named', { paletteNear: '#0000ff' }, { paletteNear: '#ff0000' }, {}],
  [
    'falls alone',
    { facesMax: 0, monochrome: true },
    { monochrome: false, licenseAny: ['cc0'] },
    { facesMax: 0 },
  ],
])('an inferred filter %s', (_name, inferred, explicit, left) => {
  expect(yieldToExplicit(inferred, explicit)).toEqual(left);
});
