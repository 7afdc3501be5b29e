import type { Filter } from '#src/index/vector-index';
import type { Facets } from '#src/index/point';
import { PLACE_ABOVE } from './dataset.js';

export interface FilterCase {
  name: string;
  filters: Filter[];
  matches: (facets: Facets) => boolean;
  /** Only queries from below this place ask with the filter: far from all or most of what matches. */
  askedBelow?: number;
}

/** From no filter to one point in a thousand; the last ones are tied to where an image lies. */
export const FILTER_CASES: readonly FilterCase[] = [
  { name: 'no filter', filters: [], matches: () => true },
  {
    name: 'a broad flag, 80 %',
    filters: [{ kind: 'equals', facet: 'aiGenerated', value: false }],
    matches: ({ aiGenerated }) => !aiGenerated,
  },
  {
    name: 'one keyword, 20 %',
    filters: [{ kind: 'one-of', facet: 'source', values: ['source-0'] }],
    matches: ({ source }) => source === 'source-0',
  },
  {
    name: 'two keywords, 4 %',
    filters: [
      { kind: 'one-of', facet: 'source', values: ['source-0'] },
      { kind: 'one-of', facet: 'license', values: ['license-0'] },
    ],
    matches: ({ source, license }) => source === 'source-0' && license === 'license-0',
  },
  {
    name: 'two keywords, 1 %',
    filters: [
      { kind: 'one-of', facet: 'source', values: ['source-1'] },
      { kind: 'one-of', facet: 'license', values: ['license-1'] },
    ],
    matches: ({ source, license }) => source === 'source-1' && license === 'license-1',
  },
  {
    name: 'a range and a flag, 0.1 %',
    filters: [
      { kind: 'range', facet: 'luminance', min: 0.5, max: 0.51 },
      { kind: 'equals', facet: 'commercial', value: true },
    ],
    matches: ({ luminance, commercial }) =>
      luminance !== null && luminance >= 0.5 && luminance <= 0.51 && commercial === true,
  },
  {
    name: 'a flag tied to the look, 20 %',
    filters: [{ kind: 'equals', facet: 'monochrome', value: true }],
    matches: ({ monochrome }) => monochrome === true,
  },
  {
    name: 'another look, 80 %',
    filters: [{ kind: 'overlaps', facet: 'negSpace', values: ['left'] }],
    matches: ({ negSpace }) => negSpace.includes('left'),
    askedBelow: PLACE_ABOVE.fourFifths,
  },
  {
    name: 'another look, 60 %',
    filters: [{ kind: 'equals', facet: 'shareAlike', value: true }],
    matches: ({ shareAlike }) => shareAlike === true,
    askedBelow: PLACE_ABOVE.threeFifths,
  },
  {
    name: 'another look, 40 %',
    filters: [{ kind: 'equals', facet: 'derivatives', value: true }],
    matches: ({ derivatives }) => derivatives === true,
    askedBelow: PLACE_ABOVE.twoFifths,
  },
  {
    name: 'another look, 20 %',
    filters: [{ kind: 'equals', facet: 'attributionRequired', value: true }],
    matches: ({ attributionRequired }) => attributionRequired === true,
    askedBelow: PLACE_ABOVE.twoFifths,
  },
  {
    name: 'another look and a flag, 32 %',
    filters: [
      { kind: 'equals', facet: 'derivatives', value: true },
      { kind: 'equals', facet: 'aiGenerated', value: false },
    ],
    matches: ({ derivatives, aiGenerated }) => derivatives === true && !aiGenerated,
    askedBelow: PLACE_ABOVE.twoFifths,
  },
  {
    name: 'another look and a keyword, 8 %',
    filters: [
      { kind: 'equals', facet: 'derivatives', value: true },
      { kind: 'one-of', facet: 'source', values: ['source-0'] },
    ],
    matches: ({ derivatives, source }) => derivatives === true && source === 'source-0',
    askedBelow: PLACE_ABOVE.twoFifths,
  },
];
