import { post, type Case } from './case.js';

type Fault = [name: string, filters: unknown, field: (string | number)[], type: string, ctx?: object];

const FAULTS: Fault[] = [
  ['filters that are an array', [], [], 'object_type'],
  ['filters that are null', null, [], 'object_type'],
  ['filters that are text', 'commercial', [], 'object_type'],
  ['an unknown filter', { face_min: 1 }, ['face_min'], 'extra_forbidden', { did_you_mean: 'faces_min' }],
  ['a luminance below 0', { luminance_min: -0.01 }, ['luminance_min'], 'greater_than_equal', { minimum: 0 }],
  ['a luminance above 1', { luminance_max: 1.01 }, ['luminance_max'], 'less_than_equal', { maximum: 1 }],
  ['a luminance as text', { luminance_min: '0.5' }, ['luminance_min'], 'number_type'],
  ['a luminance of null', { luminance_min: null }, ['luminance_min'], 'number_type'],
  [
    'an empty range of luminance',
    { luminance_min: 0.6, luminance_max: 0.4 },
    ['luminance_min'],
    'range_empty',
  ],
  ['monochrome as text', { monochrome: 'true' }, ['monochrome'], 'boolean_type'],
  ['monochrome as a number', { monochrome: 1 }, ['monochrome'], 'boolean_type'],
  ['fewer than no faces', { faces_min: -1 }, ['faces_min'], 'greater_than_equal'],
  ['1,001 faces', { faces_max: 1001 }, ['faces_max'], 'less_than_equal', { maximum: 1000 }],
  ['half a face', { faces_min: 0.5 }, ['faces_min'], 'int_type'],
  ['an empty range of faces', { faces_min: 3, faces_max: 2 }, ['faces_min'], 'range_empty'],
  ['an aspect of zero', { aspect_min: 0 }, ['aspect_min'], 'greater_than', { minimum: 0 }],
  ['a negative aspect', { aspect_max: -1 }, ['aspect_max'], 'greater_than'],
  ['an empty range of aspect', { aspect_min: 2, aspect_max: 1 }, ['aspect_min'], 'range_empty'],
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
  ['a side outside an array', { neg_space_any: 'top' }, ['neg_space_any'], 'array_type'],
  [
    'five sides',
    { neg_space_any: ['top', 'left', 'right', 'bottom', 'top'] },
    ['neg_space_any'],
    'array_too_long',
  ],
  ['a colour by name', { palette_near: 'red' }, ['palette_near'], 'string_pattern_mismatch'],
  ['a colour of four digits', { palette_near: '#ff00' }, ['palette_near'], 'string_pattern_mismatch'],
  ['a colour without its sign', { palette_near: 'ff8800' }, ['palette_near'], 'string_pattern_mismatch'],
  ['a colour as a number', { palette_near: 0xff8800 }, ['palette_near'], 'string_type'],
  ['commercial as text', { commercial: 'yes' }, ['commercial'], 'boolean_type'],
  ['derivatives as null', { derivatives: null }, ['derivatives'], 'boolean_type'],
  ['no licence', { license_any: [] }, ['license_any'], 'array_too_short'],
  ['an empty licence', { license_any: [''] }, ['license_any', 0], 'string_too_short'],
  ['a licence that nobody has', { license_any: ['cc0', "' OR 1=1 --"] }, ['license_any', 1], 'enum'],
  ['a licence in capitals', { license_any: ['CC0'] }, ['license_any', 0], 'enum'],
  ['a licence with a version that it lacks', { license_any: ['cc0-1.0'] }, ['license_any', 0], 'enum'],
  ['a source that is no text', { source_any: ['a', 7] }, ['source_any', 1], 'string_type'],
  [
    '51 sources',
    { source_any: Array.from({ length: 51 }, (_, at) => `s${at}`) },
    ['source_any'],
    'array_too_long',
  ],
  ['a name of 65 characters', { license_any: ['x'.repeat(65)] }, ['license_any', 0], 'string_too_long'],
];

/** Both searches take the same filters, and refuse the same. */
export const FILTER_FAULTS: Case[] = FAULTS.flatMap(([name, filters, field, type, ctx]) =>
  [
    { path: '/v1/search', rest: { query: 'ball' } },
    { path: '/v1/similar', rest: { asset_id: 'any:one' } },
  ].map(({ path, rest }) => ({
    name: `${path} refuses ${name}`,
    request: post(path, { ...rest, filters }),
    expected: { status: 422, type, loc: ['body', 'filters', ...field], ...(ctx && { ctx }) },
  })),
);

const GOOD: [name: string, filters: object][] = [
  ['no constraint', {}],
  ['both bounds of luminance', { luminance_min: 0, luminance_max: 1 }],
  ['a luminance that is a point', { luminance_min: 0.5, luminance_max: 0.5 }],
  ['colour', { monochrome: false }],
  ['faces from 0 to 1,000', { faces_min: 0, faces_max: 1000 }],
  ['any aspect', { aspect_min: 1e-6, aspect_max: 1e6 }],
  ['the largest aspect that a number can be', { aspect_max: Number.MAX_VALUE }],
  ['the smallest aspect that a number can be', { aspect_min: Number.MIN_VALUE }],
  ['a high resolution', { resolution_min: 4 }],
  ['landscapes', { orientation: 'landscape' }],
  ['portraits', { orientation: 'portrait' }],
  ['squares', { orientation: 'square' }],
  ['every side', { neg_space_any: ['left', 'right', 'top', 'bottom'] }],
  ['a short colour', { palette_near: '#f80' }],
  ['a long colour in capitals', { palette_near: '#FF8800' }],
  ['commercial use', { commercial: true }],
  ['no commercial use', { commercial: false }],
  ['derivatives', { derivatives: true }],
  ['attribution', { attribution_required: false }],
  ['share-alike', { share_alike: false }],
  ['licences', { license_any: ['cc0', 'cc-by-4.0'] }],
  ['a source with quotes and nulls in its name', { source_any: ['a"\'`\\\u0000;'] }],
  ['generated pictures', { ai_generated: true }],
  ['everything at once', { commercial: true, orientation: 'square', faces_max: 0, palette_near: '#00f' }],
];

export const GOOD_FILTERS: Case[] = GOOD.map(([name, filters]) => ({
  name: `/v1/search takes ${name}`,
  request: post('/v1/search', { query: 'ball', k: 2, filters }),
  expected: { status: 200, headers: { 'X-Credits-Charged': '1' } },
}));
