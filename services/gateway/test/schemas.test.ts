import { describe, expect, it } from '@jest/globals';
import { AppError } from '@imagesearch/service-kit/errors';
import { decodeImageBase64 } from '../src/search/image-base64.js';
import { searchBodySchema, similarBodySchema } from '../src/search/request.js';
import { toFilters } from '../src/search/filters.js';
import { editSchema } from '../src/uploads/uploads.js';
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

/** The faults of a body that must be refused. */
const faultsIn = (body: unknown) => issuesOf(() => validateBody(searchBodySchema, body));
const filtersOf = (filters: object) => toFilters(validateBody(searchBodySchema, { filters }).filters);
/** So many fields that are not known. */
const unknown = (count: number) =>
  Object.fromEntries(Array.from({ length: count }, (_, at) => [`field${at}`, 1]));

/** What a schema of the library refuses by itself, the OpenAPI document says; here is each kind of fault once. */
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

  it.each<[body: unknown, loc: string, type: string, msg?: string]>([
    [{ query: '' }, '.query', 'string_too_short', 'This must not be empty.'],
    [{ query: '   ' }, '.query', 'string_too_short'],
    [{ query: 'x'.repeat(1001) }, '.query', 'string_too_long', 'This may have at most 1,000 characters.'],
    [{ query: 7 }, '.query', 'string_type', 'This must be text, not a number.'],
    [{ k: 0 }, '.k', 'greater_than_equal', 'This must be at least 1.'],
    [{ k: 1.5 }, '.k', 'int_type', 'This must be a whole number, not a fraction.'],
    [{ min_score: 40 }, '.min_score', 'less_than_equal', 'This may be at most 1.'],
    [{ min_score: 'high' }, '.min_score', 'number_type', 'This must be a number from 0 to 1, or "auto".'],
    [{ image_base64: 'aaaa', image_url: 'https://x.org/a.png' }, '.image_url', 'mutually_exclusive'],
    [[], '', 'object_type', 'This must be an object, not a list.'],
    [undefined, '', 'missing', 'This field is required.'],
    [null, '', 'object_type', 'This must be an object, not null.'],
    [{ exact: 'yes' }, '.exact', 'boolean_type', 'This must be true or false, not text.'],
    [{ exact: 'true' }, '.exact', 'boolean_type', 'This must be true or false, without quotes.'],
    [{ lang: 'de_DE!' }, '.lang', 'string_pattern_mismatch'],
    [{ sort: 'best' }, '.sort', 'enum'],
    [{ facets: ['tags', 'tags'] }, '.facets', 'not_unique'],
    [{ use: {} }, '.use', 'missing'],
    [{ usable_only: true }, '.use', 'missing'],
  ])('as %j is refused where the fault is, in plain words', (...[body, loc, type, msg]) => {
    const faults = faultsIn(body).map((fault) => ({ ...fault, loc: fault.loc.join('.') }));
    expect(faults).toMatchObject([{ loc: `body${loc}`, type, ...(msg !== undefined && { msg }) }]);
  });

  it('takes null in an optional field for an absent one, at every level', () => {
    const nulls = {
      query: 'cat',
      cursor: null,
      k: null,
      sort: null,
      use: null,
      filters: { commercial: null },
    };
    expect(validateBody(searchBodySchema, nulls)).toEqual({
      ...validateBody(searchBodySchema, { query: 'cat' }),
      filters: {},
    });
    expect(faultsIn({ usable_only: true, use: { commercial: null } })).toMatchObject([
      { loc: ['body', 'use'], type: 'missing' },
    ]);
    expect(faultsIn({ unknown: null })).toMatchObject([{ type: 'extra_forbidden' }]);
    expect(issuesOf(() => validateBody(similarBodySchema, { asset_id: null }))).toMatchObject([
      { loc: ['body', 'asset_id'], msg: 'This must be text, not null.' },
    ]);
  });

  it('keeps null where it is a value of its own', () => {
    expect(validateBody(editSchema, { creator: null, title: null })).toEqual({ creator: null });
  });

  it('is never repeated in an error when it may hold an image', () => {
    const issues = faultsIn({ query: 'A'.repeat(100_000), image_base64: 7 });
    expect(JSON.stringify(issues)).not.toContain('AAAA');
  });

  it('lists twenty faults at most, and says how many there are', () => {
    const exactly = faultsIn(unknown(20)).map(({ type }) => type);
    expect(exactly).toEqual(Array.from({ length: 20 }, () => 'extra_forbidden'));

    const cut = faultsIn({ query: '', filters: unknown(300), ...unknown(400) });
    expect(cut).toHaveLength(20);
    expect(cut.at(-1)).toMatchObject({
      loc: ['body'],
      type: 'too_many_faults',
      ctx: { found: 701, listed: 19 },
    });

    const items = Array.from({ length: 40 }, () => 1);
    const ofItems = faultsIn({ filters: { license_any: items, source_any: items } });
    expect(ofItems).toHaveLength(20);
    expect(ofItems.at(-1)?.type).toBe('too_many_faults');
  });

  it.each([
    ['q', 'query'],
    ['limit', 'k'],
    ['imageUrl', 'image_url'],
    ['colour', 'palette_near'],
    ['commercial', 'commercial'],
    ['offset', undefined],
    ['constructor', undefined],
    ['', undefined],
    ['質問', undefined],
  ])('suggests for the field %j what it is near to, or nothing', (name, suggested) => {
    expect(faultsIn({ [name]: 1 })).toMatchObject([
      {
        loc: ['body', name],
        type: 'extra_forbidden',
        ctx: suggested === undefined ? {} : { did_you_mean: suggested },
      },
    ]);
  });

  it('says where a known field belongs', () => {
    const messages = faultsIn({ commercial: true, filters: { k: 5 } }).map(({ msg }) => msg);
    expect(messages.toSorted()).toEqual([
      'This field is not known. `commercial` belongs in `filters`.',
      'This field is not known. `k` belongs beside `filters`.',
    ]);
  });

  it('suggests a name for the first five short ones only, and cuts long ones', () => {
    const names = ['filtres', 'x'.repeat(1_000), 'qurey', 'imageurl', 'kk', 'parsedesign', 'query2'];
    const issues = faultsIn(Object.fromEntries(names.map((name) => [name, 1])));
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
      expect(JSON.stringify(faultsIn(body)).length).toBeLessThan(64_000);
  });

  it('reports every fault at once', () => {
    expect(faultsIn({ query: '', k: 0, other: 1 })).toHaveLength(3);
  });
});

describe('filters', () => {
  const BAD_FORM = 'string_pattern_mismatch';
  it.each<[filters: object, field: string, type: string, says?: string | object]>([
    [{ face_min: 1 }, 'face_min', 'extra_forbidden', { did_you_mean: 'faces_min' }],
    [{ size: 1 }, 'size', 'extra_forbidden', { did_you_mean: 'k' }],
    [{ aspect_min: 0 }, 'aspect_min', 'greater_than', 'This must be more than 0.'],
    [{ faces_min: 3, faces_max: 2 }, 'faces_min', 'range_empty'],
    [{ orientation: 'landscape', aspect_max: 1 }, 'orientation', 'range_empty'],
    [{ neg_space_any: [] }, 'neg_space_any', 'array_too_short', 'This list must not be empty.'],
    [{ neg_space_any: ['top', 'top'] }, 'neg_space_any', 'not_unique'],
    [
      { neg_space_any: ['up'] },
      'neg_space_any.0',
      'enum',
      'This must be "left", "right", "top" or "bottom".',
    ],
    [{ palette_near: 'red' }, 'palette_near', BAD_FORM, 'Expected a colour such as #f80 or #ff8800.'],
    [{ palette_near: '#ff00' }, 'palette_near', BAD_FORM],
    [{ license_any: [''] }, 'license_any.0', 'string_too_short'],
    [{ license_any: ['cc0', "' OR 1=1 --"] }, 'license_any.1', 'enum'],
    [{ license_any: ['CC BY-SA 4.0'] }, 'license_any.0', 'enum', { did_you_mean: 'cc-by-sa-4.0' }],
    [
      { source_any: Array(51).fill('a') },
      'source_any',
      'array_too_long',
      'This list may have at most 50 items.',
    ],
    [{ created_from: 'May 2024' }, 'created_from', BAD_FORM],
    [{ created_to: '2023-02-29' }, 'created_to', BAD_FORM],
    [{ created_from: '2024', created_to: '2023-12' }, 'created_from', 'range_empty'],
  ])('refuse %j where the fault is, in plain words', (...[filters, field, type, says = {}]) => {
    const faults = faultsIn({ filters }).map((fault) => ({ ...fault, loc: fault.loc.join('.') }));
    const said = typeof says === 'string' ? { msg: says } : { ctx: says };
    expect(faults).toMatchObject([{ loc: `body.filters.${field}`, type, ...said }]);
  });

  it('keep only what was given', () => {
    expect(filtersOf({ commercial: false, faces_max: 0 })).toEqual({ commercial: false, facesMax: 0 });
  });

  it('write a short colour out, in lower case', () => {
    expect(filtersOf({ palette_near: '#F80' })).toEqual({ paletteNear: '#ff8800' });
  });

  it('narrow aspect by orientation, and keep a tighter bound that the caller gave', () => {
    expect(filtersOf({ orientation: 'landscape' })).toEqual({ aspectMin: 1.05 });
    expect(filtersOf({ orientation: 'landscape', aspect_min: 1.5 })).toEqual({ aspectMin: 1.5 });
    expect(filtersOf({ orientation: 'square', aspect_max: 1 })).toEqual({ aspectMin: 0.95, aspectMax: 1 });
    expect(filtersOf({ orientation: 'portrait', aspect_max: 2 })).toEqual({ aspectMax: 0.95 });
  });
});

it('a similar body takes what the grammar of asset ids takes, and names its field otherwise', () => {
  expect(validateBody(similarBodySchema, { asset_id: 'x:ünï' }).asset_id).toBe('x:ünï');
  for (const asset_id of ['', 'openmoji', 'a:../x'])
    expect(issuesOf(() => validateBody(similarBodySchema, { asset_id }))[0]?.loc).toEqual([
      'body',
      'asset_id',
    ]);
});

describe('an image in base64', () => {
  const bytes = Buffer.from([0xfb, 0xff, 0xbe, 0x00, 0x11]);

  const base64 = bytes.toString('base64');
  it.each([
    ['as it is', base64],
    ['url-safe', bytes.toString('base64url')],
    ['without padding', base64.replace(/=+$/, '')],
    ['as a data URL', `data:image/png;base64,${base64}`],
    ['broken over lines', base64.replace(/(.{2})/g, '$1\r\n ')],
    ['after a million blanks', `${' '.repeat(1_000_000)}${base64}`],
    ['with padding among blanks', `${base64.replace(/=+$/, '')} = =\t`],
  ])('is taken %s', (...[, text]) => {
    expect(decodeImageBase64(text)).toEqual(bytes);
  });

  // Of some of them a decoder would read a part.
  it.each([
    ...['', '!!!!', 'aaaaa', 'data:image/png;base64,', 'ab=cd', 'ünï', 'aaaa====', '=', '====', 'a=aa'],
    ...['aaaa,aaaa', '漢aaaa', 'data:aaaa', 'aaaaé'.repeat(1_000)],
  ])('is refused as %j', (text) => {
    const fault = { loc: ['body', 'image_base64'], type: 'base64_invalid' };
    expect(issuesOf(() => decodeImageBase64(text))).toMatchObject([fault]);
  });

  it('is refused above 5 MiB and accepted at exactly 5 MiB', () => {
    const limit = Buffer.alloc(5 * 1024 * 1024);
    expect(decodeImageBase64(limit.toString('base64'))).toHaveLength(limit.length);
    expect(
      issuesOf(() => decodeImageBase64(Buffer.alloc(limit.length + 1).toString('base64')))[0]?.type,
    ).toBe('image_too_large');
  });
});
