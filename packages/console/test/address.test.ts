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
    luminance_max: 1,
    monochrome: false,
    faces_min: 0,
    faces_max: 3,
    aspect_min: 0.95,
    aspect_max: 1.05,
    orientation: 'square',
    resolution_min: 4,
    neg_space_any: ['left', 'top'],
    palette_near: '#ff8800',
    commercial: true,
    derivatives: true,
    attribution_required: false,
    share_alike: false,
    license_any: ['cc0', 'a, b'],
    source_any: ['met'],
    ai_generated: false,
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

  it('is plain for the start page', () => {
    expect(formatAddress(START)).toBe('/');
    expect(parseAddress('')).toEqual(START);
  });

  it('leaves out what cannot be read', () => {
    const text =
      '?q=%20cat%20&count=-1&min_score=7&luminance_min=bright&commercial=maybe&faces_max=&panel=other&use_modify=maybe&usable_only=true&unknown=1';
    expect(parseAddress(text)).toEqual({ ...START, query: 'cat' });
  });
});
