import type { Filter } from '#src/index/vector-index';
import { PLACE_ABOVE } from './dataset.js';

export interface FilterCase {
  name: string;
  filters: Filter[];
  /** Only queries from below this place ask with the filter: far from all or most of what matches. */
  askedBelow?: number;
}

const has = (facet: 'commercial' | 'monochrome' | 'shareAlike' | 'derivatives' | 'attributionRequired') =>
  ({ kind: 'equals', facet, value: true }) as const;
const of = (facet: 'source' | 'license', step: number) =>
  ({ kind: 'any-of', facet, values: [`${facet}-${step}`] }) as const;
const REAL = { kind: 'equals', facet: 'aiGenerated', value: false } as const;
const LEFT = { kind: 'any-of', facet: 'negSpace', values: ['left'] } as const;
const GREY = [
  { kind: 'at-least', facet: 'luminance', value: 0.5 } as const,
  { kind: 'at-most', facet: 'luminance', value: 0.51 } as const,
];
const { fourFifths, threeFifths, twoFifths } = PLACE_ABOVE;

/** From no filter to one point in a thousand; the last ones are tied to where an image lies. */
export const FILTER_CASES: readonly FilterCase[] = [
  { name: 'no filter', filters: [] },
  { name: 'a broad flag, 80 %', filters: [REAL] },
  { name: 'one keyword, 20 %', filters: [of('source', 0)] },
  { name: 'two keywords, 4 %', filters: [of('source', 0), of('license', 0)] },
  { name: 'two keywords, 1 %', filters: [of('source', 1), of('license', 1)] },
  { name: 'a range and a flag, 0.1 %', filters: [...GREY, has('commercial')] },
  { name: 'a flag tied to the look, 20 %', filters: [has('monochrome')] },
  { name: 'another look, 80 %', filters: [LEFT], askedBelow: fourFifths },
  { name: 'another look, 60 %', filters: [has('shareAlike')], askedBelow: threeFifths },
  { name: 'another look, 40 %', filters: [has('derivatives')], askedBelow: twoFifths },
  { name: 'another look, 20 %', filters: [has('attributionRequired')], askedBelow: twoFifths },
  { name: 'another look and a flag, 32 %', filters: [has('derivatives'), REAL], askedBelow: twoFifths },
  {
    name: 'another look and a keyword, 8 %',
    filters: [has('derivatives'), of('source', 0)],
    askedBelow: twoFifths,
  },
];
