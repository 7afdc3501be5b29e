import { describe, expect, it } from '@jest/globals';
import { AppError } from '@imagesearch/service-kit/errors';
import { decodeImageBase64 } from '../src/search/image-base64.js';
import { searchBodySchema, similarBodySchema } from '../src/search/request.js';
import { toFilters } from '../src/search/filters.js';
import { validateBody } from '../src/http/validation.js';

function issuesOf(run: () => unknown) {
  try {
    run();
  } catch (error) {
    if (error instanceof AppError) return error.issues;
    throw error;
  }
  throw new Error('nothing was refused');
}

const filtersOf = (filters: object) =>
  toFilters(validateBody(searchBodySchema, { query: 'x', filters }).filters);

describe('a search body', () => {
  it('takes its defaults: ten results of any score, no filters, no reading of the words', () => {
    expect(validateBody(searchBodySchema, { query: '  cat  ' })).toEqual({
      query: 'cat',
      k: 10,
      min_score: 0,
      parse_design: false,
      usable_only: false,
      exact: false,
    });
  });

  it.each<[string, unknown, (string | number)[], string]>([
    ['an empty query', { query: '' }, ['body', 'query'], 'string_too_short'],
    ['a query of blanks', { query: '   ' }, ['body', 'query'], 'string_too_short'],
    ['a query of 1,001 characters', { query: 'x'.repeat(1001) }, ['body', 'query'], 'string_too_long'],
    ['a query that is no text', { query: 7 }, ['body', 'query'], 'string_type'],
    ['k of zero', { query: 'x', k: 0 }, ['body', 'k'], 'greater_than_equal'],
    ['a fractional k', { query: 'x', k: 1.5 }, ['body', 'k'], 'int_type'],
    ['k as text', { query: 'x', k: '5' }, ['body', 'k'], 'number_type'],
    [
      'both pictures',
      { image_base64: 'aaaa', image_url: 'https://x.org/a.png' },
      ['body', 'image_url'],
      'mutually_exclusive',
    ],
    ['an unknown field', { query: 'x', qurey: 1 }, ['body', 'qurey'], 'extra_forbidden'],
    ['a body that is an array', [], ['body'], 'object_type'],
    ['no body', undefined, ['body'], 'missing'],
    ['a body that is null', null, ['body'], 'object_type'],
    ['exact as text', { query: 'x', exact: 'yes' }, ['body', 'exact'], 'boolean_type'],
    [
      'a language that is no tag',
      { query: 'x', lang: 'de_DE!' },
      ['body', 'lang'],
      'string_pattern_mismatch',
    ],
    ['a picture as a number', { image_base64: 7 }, ['body', 'image_base64'], 'string_type'],
    ['an empty picture', { image_base64: '' }, ['body', 'image_base64'], 'string_too_short'],
    ['an empty cursor', { query: 'x', cursor: '' }, ['body', 'cursor'], 'string_too_short'],
    ['an order that is none', { query: 'x', sort: 'best' }, ['body', 'sort'], 'enum'],
    ['a facet that is none', { query: 'x', facets: ['colour'] }, ['body', 'facets', 0], 'enum'],
    ['a facet twice', { query: 'x', facets: ['tags', 'tags'] }, ['body', 'facets'], 'not_unique'],
    ['no purpose', { query: 'x', use: {} }, ['body', 'use'], 'missing'],
    ['usable_only without a purpose', { query: 'x', usable_only: true }, ['body', 'use'], 'missing'],
  ])('with %s is refused where the fault is', (_name, body, loc, type) => {
    expect(issuesOf(() => validateBody(searchBodySchema, body))).toEqual(
      expect.arrayContaining([expect.objectContaining({ loc, type })]),
    );
  });

  it('is never repeated in an error when it may hold an image', () => {
    const image = 'A'.repeat(100_000);
    const issues = issuesOf(() => validateBody(searchBodySchema, { query: image, image_base64: 7 }));
    expect(JSON.stringify(issues)).not.toContain('AAAA');
  });

  it('lists twenty faults at most, and says how many there are', () => {
    const unknown = (count: number) =>
      Object.fromEntries(Array.from({ length: count }, (_, at) => [`field${at}`, 1]));
    const exactly = issuesOf(() => validateBody(searchBodySchema, { query: 'x', ...unknown(20) }));
    expect(exactly.map(({ type }) => type)).toEqual(Array.from({ length: 20 }, () => 'extra_forbidden'));

    const cut = issuesOf(() =>
      validateBody(searchBodySchema, { query: '', filters: unknown(300), ...unknown(400) }),
    );
    expect(cut).toHaveLength(20);
    expect(cut.at(-1)).toMatchObject({
      loc: ['body'],
      type: 'too_many_faults',
      ctx: { found: 701, listed: 19 },
    });

    const items = Array.from({ length: 40 }, () => 1);
    const ofItems = issuesOf(() =>
      validateBody(searchBodySchema, { query: 'x', filters: { license_any: items, source_any: items } }),
    );
    expect(ofItems).toHaveLength(20);
    expect(ofItems.at(-1)?.type).toBe('too_many_faults');
  });

  it.each([
    ['CC0', 'cc0'],
    ['cc0-1.0', 'cc0'],
    ['CC BY-SA 4.0', 'cc-by-sa-4.0'],
    ['banana', undefined],
  ])('refuses the licence %j, and means %j', (license, meant) => {
    const [issue] = issuesOf(() =>
      validateBody(searchBodySchema, { query: 'x', filters: { license_any: ['cc-by-3.0-de', license] } }),
    );
    expect(issue).toMatchObject({ loc: ['body', 'filters', 'license_any', 1], type: 'enum' });
    expect(issue?.ctx?.['did_you_mean']).toBe(meant);
  });

  it('suggests a name for the first five short ones only, and cuts long ones', () => {
    const names = ['filtres', 'x'.repeat(1_000), 'qurey', 'imageurl', 'kk', 'parsedesign', 'query2'];
    const issues = issuesOf(() =>
      validateBody(searchBodySchema, { query: 'x', ...Object.fromEntries(names.map((name) => [name, 1])) }),
    );
    expect(issues.map(({ ctx }) => ctx?.['did_you_mean'])).toEqual([
      'filters',
      undefined,
      'query',
      'image_url',
      'k',
      undefined,
      undefined,
    ]);
    expect(issues[1]?.loc).toEqual(['body', `${'x'.repeat(64)}…`]);
  });

  it('of any faults at their longest is refused in less than 64 kB', () => {
    const text = '\u0000'.repeat(200);
    const names = Array.from({ length: 900 }, (_, at) => `${at}${text}`);
    const fields = Object.fromEntries(names.map((name) => [name, text]));
    for (const body of [
      fields,
      { filters: fields },
      { filters: { neg_space_any: names.map(() => text), orientation: text, source_any: names } },
    ])
      expect(JSON.stringify(issuesOf(() => validateBody(searchBodySchema, body))).length).toBeLessThan(
        64_000,
      );
  });

  it('reports every fault at once', () => {
    expect(issuesOf(() => validateBody(searchBodySchema, { query: '', k: 0, other: 1 }))).toHaveLength(3);
  });
});

describe('filters', () => {
  it.each<[name: string, filters: unknown, field: (string | number)[], type: string, ctx?: object]>([
    ['filters that are an array', [], [], 'object_type'],
    ['filters that are null', null, [], 'object_type'],
    ['an unknown filter', { face_min: 1 }, ['face_min'], 'extra_forbidden', { did_you_mean: 'faces_min' }],
    [
      'a luminance below 0',
      { luminance_min: -0.01 },
      ['luminance_min'],
      'greater_than_equal',
      { minimum: 0 },
    ],
    ['a luminance above 1', { luminance_max: 1.01 }, ['luminance_max'], 'less_than_equal', { maximum: 1 }],
    [
      'a saturation in percent',
      { saturation_min: 25 },
      ['saturation_min'],
      'less_than_equal',
      { maximum: 1 },
    ],
    [
      'an empty range of saturation',
      { saturation_min: 0.3, saturation_max: 0.2 },
      ['saturation_min'],
      'range_empty',
    ],
    ['monochrome as text', { monochrome: 'true' }, ['monochrome'], 'boolean_type'],
    ['1,001 faces', { faces_max: 1001 }, ['faces_max'], 'less_than_equal', { maximum: 1000 }],
    ['half a face', { faces_min: 0.5 }, ['faces_min'], 'int_type'],
    ['an empty range of faces', { faces_min: 3, faces_max: 2 }, ['faces_min'], 'range_empty'],
    ['an aspect of zero', { aspect_min: 0 }, ['aspect_min'], 'greater_than', { minimum: 0 }],
    ['an orientation that is none', { orientation: 'wide' }, ['orientation'], 'enum'],
    [
      'an orientation against its bounds',
      { orientation: 'landscape', aspect_max: 1 },
      ['orientation'],
      'range_empty',
    ],
    ['no side', { neg_space_any: [] }, ['neg_space_any'], 'array_too_short', { minimum: 1 }],
    ['a side that is none', { neg_space_any: ['up'] }, ['neg_space_any', 0], 'enum'],
    ['a side twice', { neg_space_any: ['top', 'top'] }, ['neg_space_any'], 'not_unique'],
    ['a colour by name', { palette_near: 'red' }, ['palette_near'], 'string_pattern_mismatch'],
    ['a colour of four digits', { palette_near: '#ff00' }, ['palette_near'], 'string_pattern_mismatch'],
    ['derivatives as null', { derivatives: null }, ['derivatives'], 'boolean_type'],
    ['an empty licence', { license_any: [''] }, ['license_any', 0], 'string_too_short'],
    ['a licence that nobody has', { license_any: ['cc0', "' OR 1=1 --"] }, ['license_any', 1], 'enum'],
    ['a source that is no text', { source_any: ['a', 7] }, ['source_any', 1], 'string_type'],
    [
      '51 sources',
      { source_any: Array.from({ length: 51 }, (_, at) => `s${at}`) },
      ['source_any'],
      'array_too_long',
    ],
    ['a date in words', { created_from: 'May 2024' }, ['created_from'], 'string_pattern_mismatch'],
    ['a day that no month has', { created_to: '2023-02-29' }, ['created_to'], 'string_pattern_mismatch'],
    [
      'an empty range of dates',
      { created_from: '2024', created_to: '2023-12' },
      ['created_from'],
      'range_empty',
    ],
    ['a creator that is no text', { creator: ['Ada'] }, ['creator'], 'string_type'],
  ])('refuse %s, in both searches', (_name, filters, field, type, ctx = {}) => {
    for (const run of [
      () => validateBody(searchBodySchema, { query: 'x', filters }),
      () => validateBody(similarBodySchema, { asset_id: 'a:b', filters }),
    ])
      expect(issuesOf(run)).toEqual([
        expect.objectContaining({
          loc: ['body', 'filters', ...field],
          type,
          ctx: expect.objectContaining(ctx),
        }),
      ]);
  });

  it('keep only what was given', () => {
    expect(filtersOf({ commercial: false, faces_max: 0 })).toEqual({ commercial: false, facesMax: 0 });
  });

  it('write a short colour out, in lower case', () => {
    expect(filtersOf({ palette_near: '#F80' })).toEqual({ paletteNear: '#ff8800' });
  });

  it('narrow aspect by orientation, and keep a tighter bound that the caller gave', () => {
    expect(filtersOf({ orientation: 'landscape' })).toEqual({ aspectMin: 1.05 });
    expect(filtersOf({ orientation: 'square', aspect_max: 1 })).toEqual({ aspectMin: 0.95, aspectMax: 1 });
    expect(filtersOf({ orientation: 'portrait', aspect_max: 2 })).toEqual({ aspectMax: 0.95 });
  });
});

describe('a similar body', () => {
  it.each(['', 'openmoji', ':x', 'open moji:1', 'a:../x'])('refuses the id %j', (asset_id) => {
    expect(issuesOf(() => validateBody(similarBodySchema, { asset_id }))[0]?.loc).toEqual([
      'body',
      'asset_id',
    ]);
  });

  it.each(['openmoji:1F600', 'met:12.3-4_5', 'x:ünï'])('takes the id %j', (asset_id) => {
    expect(validateBody(similarBodySchema, { asset_id }).asset_id).toBe(asset_id);
  });
});

describe('an image in base64', () => {
  const bytes = Buffer.from([0xfb, 0xff, 0xbe, 0x00, 0x11]);

  it.each([
    ['as it is', bytes.toString('base64')],
    ['url-safe', bytes.toString('base64url')],
    ['without padding', bytes.toString('base64').replace(/=+$/, '')],
    ['as a data URL', `data:image/png;base64,${bytes.toString('base64')}`],
    ['broken over lines', bytes.toString('base64').replace(/(.{2})/g, '$1\r\n ')],
  ])('is taken %s', (_name, text) => {
    expect(decodeImageBase64(text)).toEqual(bytes);
  });

  it.each(['', '!!!!', 'aaaaa', 'data:image/png;base64,', 'ab=cd', 'ünï'])('is refused as %j', (text) => {
    expect(issuesOf(() => decodeImageBase64(text))[0]).toMatchObject({
      loc: ['body', 'image_base64'],
      type: 'base64_invalid',
    });
  });

  it.each([
    ['blanks', (text: string) => `${' '.repeat(1_000_000)}${text}`],
    ['a blank after each character', (text: string) => text.replace(/./g, '$&\n')],
    ['padding among blanks', (text: string) => `${text.replace(/=+$/, '')} = =\t`],
  ])('is taken with %s', (_name, write) => {
    expect(decodeImageBase64(write(bytes.toString('base64')))).toEqual(bytes);
  });

  it.each(['aaaa====', '=', '====', 'a=aa', 'aaaa,aaaa', '漢aaaa', 'data:aaaa', 'aaaaé'.repeat(1_000)])(
    'is refused as %j, of which a decoder would read a part',
    (text) => {
      expect(issuesOf(() => decodeImageBase64(text))[0]?.type).toBe('base64_invalid');
    },
  );

  it('is refused above 5 MiB and accepted at exactly 5 MiB', () => {
    const limit = Buffer.alloc(5 * 1024 * 1024);
    expect(decodeImageBase64(limit.toString('base64'))).toHaveLength(limit.length);
    expect(
      issuesOf(() => decodeImageBase64(Buffer.alloc(limit.length + 1).toString('base64')))[0]?.type,
    ).toBe('image_too_large');
  });
});
