import { describe, expect, it } from '@jest/globals';
import { parseDesign } from '../src/parse-design.js';
import { EXCLUSIONS, READ } from './briefs.js';
import { RIGHTS_TRAPS, RIGHTS_WISHES } from './rights-wishes.js';
import { TRAPS } from './traps.js';

describe('a brief', () => {
  it.each(READ)('%s', (query, rest, filters) => {
    expect(parseDesign(query)).toMatchObject({ rest });
    expect(parseDesign(query).filters).toEqual(filters);
  });
});

describe('a wish about rights or provenance is a filter, or is reported, and never words that captions must not hold', () => {
  it.each(RIGHTS_WISHES)('%s', (query, rest, filters, unread = []) => {
    const parsed = parseDesign(query);
    expect({ ...parsed, phrases: undefined }).toEqual({
      filters,
      excluded: [],
      unread,
      rest,
      phrases: undefined,
    });
  });
});

describe('words that are not about the image stay unchanged', () => {
  it.each([...TRAPS, ...RIGHTS_TRAPS])('%s', (query) => {
    expect(parseDesign(query)).toEqual({ filters: {}, phrases: [], excluded: [], unread: [], rest: query });
  });
});

describe('what a brief rules out', () => {
  it.each(EXCLUSIONS)('%s', (query, rest, excluded) => {
    expect(parseDesign(query)).toMatchObject({ rest, excluded, filters: {} });
  });

  it('is quoted like any other phrase', () => {
    expect(parseDesign('bright photo of animals, but no cats')).toMatchObject({
      phrases: [
        { text: 'bright photo', filters: { luminanceMin: 0.65 } },
        { text: 'no cats', filters: {} },
      ],
      excluded: ['cats'],
      rest: 'animals',
    });
  });
});

describe('the phrases', () => {
  it('quote the query, in its order, each with its own filters', () => {
    const query = 'Dark  moody image of a café, “no people”, copy space on the left-hand side';
    const { phrases } = parseDesign(query);
    expect(phrases).toEqual([
      { text: 'Dark', start: 0, end: 4, filters: { luminanceMax: 0.35 } },
      { text: 'moody image', start: 6, end: 17, filters: { luminanceMax: 0.35 } },
      {
        text: 'copy space on the left-hand side',
        start: query.indexOf('copy'),
        end: query.length,
        filters: { negSpaceAny: ['left'] },
      },
    ]);
  });

  it('count positions in UTF-16 code units, so that a character outside the basic plane counts twice', () => {
    expect(parseDesign('🙂 no people').phrases).toMatchObject([{ start: 3, end: 12, text: 'no people' }]);
  });

  it('hold what was ruled out, with no filter', () => {
    expect(parseDesign('garden, not dark')).toMatchObject({
      filters: {},
      rest: 'garden',
      phrases: [{ text: 'not dark', filters: {} }],
    });
  });
});

describe('a thing that a colour is named after', () => {
  it('stays in the query when it is alone between commas', () => {
    expect(parseDesign('bright, snow, no people').rest).toBe('snow');
    expect(parseDesign('bright, teal, no people').rest).toBe('');
  });
});

describe('phrases about the same', () => {
  it('narrow one another', () => {
    expect(parseDesign('crowd, at least 10 people, up to 20 people').filters).toEqual({
      facesMin: 10,
      facesMax: 20,
    });
    expect(parseDesign('dark, very dark').filters).toEqual({ luminanceMax: 0.2 });
  });

  it('all stay in the query when they contradict one another', () => {
    const query = 'bright photo, dark mood, no people';
    expect(parseDesign(query)).toMatchObject({ filters: { facesMax: 0 }, rest: 'bright photo, dark mood' });
  });

  it('combine their sides, and a named side wins over no side', () => {
    const both = parseDesign('copy space on the left, room for text at the bottom, copy space');
    expect(both.filters).toEqual({ negSpaceAny: ['left', 'bottom'] });
  });

  it('leave the query whole when they name two colours, and prefer the first of two in one phrase', () => {
    const query = 'boat, blue tones, mostly red';
    expect(parseDesign(query)).toEqual({ filters: {}, phrases: [], excluded: [], unread: [], rest: query });
    expect(parseDesign('boat, blue and red tones')).toMatchObject({
      filters: { paletteNear: '#0000ff' },
      rest: 'boat',
    });
  });
});

describe('a phrase beside another phrase', () => {
  it('is read after that one is removed, with its position in the original query', () => {
    const query = 'harbour in full colour free for commercial use';
    expect(parseDesign(query)).toEqual({
      filters: { monochrome: false, commercial: true },
      phrases: [
        { text: 'in full colour', start: 8, end: 22, filters: { monochrome: false } },
        { text: 'free for commercial use', start: 23, end: 46, filters: { commercial: true } },
      ],
      excluded: [],
      unread: [],
      rest: 'harbour',
    });
  });

  it('asks for nothing when it contradicts what was read before it', () => {
    const { filters, phrases, rest } = parseDesign('bright image of a lake, moody chocolate hues');
    expect(filters).toEqual({ luminanceMin: 0.65, paletteNear: '#d2691e' });
    expect(phrases[1]).toMatchObject({ text: 'moody', filters: {} });
    expect(rest).toBe('lake');
  });

  it('is merged with the phrase that it surrounds', () => {
    expect(parseDesign('lake, colorful copyspace image')).toMatchObject({
      phrases: [
        {
          text: 'colorful copyspace image',
          filters: { monochrome: false, negSpaceAny: ['left', 'right', 'top', 'bottom'] },
        },
      ],
      rest: 'lake',
    });
  });
});
