import type { Filter } from '#src/index/vector-index';
import { PLACE_ABOVE } from './dataset.js';

export interface FilterCase {
  name: string;
  filters: Filter[];
  /** Only queries from below this place ask with the filter: far from all or most of what matches. */
  askedBelow?: number;
}

/** From no filter to one point in a thousand; the last ones are tied to where an image lies. */
export const FILTER_CASES: readonly FilterCase[] = [
  { name: 'no filter', filters: [] },
  {
    name: 'a broad flag, 80 %',
    filters: [{ kind: 'equals', facet: 'aiGenerated', value: false }],
  },
  {
    name: 'one keyword, 20 %',
    filters: [{ kind: 'one-of', facet: 'source', values: ['source-0'] }],
  },
  {
    name: 'two keywords, 4 %',
    filters: [
      { kind: 'one-of', facet: 'source', values: ['source-0'] },
      { kind: 'one-of', facet: 'license', values: ['license-0'] },
    ],
  },
  {
    name: 'two keywords, 1 %',
    filters: [
      { kind: 'one-of', facet: 'source', values: ['source-1'] },
      { kind: 'one-of', facet: 'license', values: ['license-1'] },
    ],
  },
  {
    name: 'a range and a flag, 0.1 %',
    filters: [
      { kind: 'range', facet: 'luminance', min: 0.5, max: 0.51 },
      { kind: 'equals', facet: 'commercial', value: true },
    ],
  },
  {
    name: 'a flag tied to the look, 20 %',
    filters: [{ kind: 'equals', facet: 'monochrome', value: true }],
  },
  {
    name: 'another look, 80 %',
    filters: [{ kind: 'overlaps', facet: 'negSpace', values: ['left'] }],
    askedBelow: PLACE_ABOVE.fourFifths,
  },
  {
    name: 'another look, 60 %',
    filters: [{ kind: 'equals', facet: 'shareAlike', value: true }],
    askedBelow: PLACE_ABOVE.threeFifths,
  },
  {
    name: 'another look, 40 %',
    filters: [{ kind: 'equals', facet: 'derivatives', value: true }],
    askedBelow: PLACE_ABOVE.twoFifths,
  },
  {
    name: 'another look, 20 %',
    filters: [{ kind: 'equals', facet: 'attributionRequired', value: true }],
    askedBelow: PLACE_ABOVE.twoFifths,
  },
  {
    name: 'another look and a flag, 32 %',
    filters: [
      { kind: 'equals', facet: 'derivatives', value: true },
      { kind: 'equals', facet: 'aiGenerated', value: false },
    ],
    askedBelow: PLACE_ABOVE.twoFifths,
  },
  {
    name: 'another look and a keyword, 8 %',
    filters: [
      { kind: 'equals', facet: 'derivatives', value: true },
      { kind: 'one-of', facet: 'source', values: ['source-0'] },
    ],
    askedBelow: PLACE_ABOVE.twoFifths,
  },
];
