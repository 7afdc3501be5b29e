import { describe, expect, it } from '@jest/globals';
import { formatAddress, parseAddress, START, type Address } from '../src/address/address.js';

const FULL: Address = {
  query: 'red apple, “ripe” & round',
  browses: true,
  readsBrief: false,
  isExact: true,
  example: { kind: 'web', url: 'https://example.org/a b.png?x=1&y=2' },
  like: null,
  filters: {
    luminance_min: 0.25,
    monochrome: false,
    faces_min: 0,
    orientation: 'square',
    neg_space_any: ['left', 'top'],
    license_any: ['cc0', 'a, b'],
  },
  use: { commercial: true, attribute: false, people_identifiable: true },
  usableOnly: true,
  minScore: 0.35,
  count: 60,
  open: 'met:1/2',
  panel: 'tray',
};

const queryOf = (address: Address): string => new URL(formatAddress(address), 'http://localhost').search;

describe('the address', () => {
  it('holds everything of a search, and is read back as it was written', () => {
    expect(parseAddress(queryOf(FULL))).toEqual(FULL);
  });

  it('leaves out what cannot be read', () => {
    const text =
      '?q=%20cat%20&count=-1&min_score=7&luminance_min=bright&commercial=maybe&faces_max=&panel=other&use_modify=maybe&usable_only=true&unknown=1';
    expect(parseAddress(text)).toEqual({ ...START, query: 'cat' });
    expect(formatAddress(START)).toBe('/');
  });
});
