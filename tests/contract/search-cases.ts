import { get, post, type Case, type Expected } from './case.js';
import { DESIGN_CASES } from './design-cases.js';

const body = (name: string, sent: unknown, expected: Expected): Case => ({
  name: `/v1/search ${name}`,
  request: post('/v1/search', sent),
  expected,
});

const refuses = (name: string, sent: unknown, loc: (string | number)[], type: string, ctx?: object): Case =>
  body(`refuses ${name}`, sent, { status: 422, type, loc: ['body', ...loc], ...(ctx && { ctx }) });

const address = (name: string, params: string, expected: Expected): Case => ({
  name: `GET /v1/search ${name}`,
  request: get(`/v1/search?${params}`),
  expected,
});

const hasCursor: Expected['check'] = ({ body: seen }) => {
  if (typeof (seen as { cursor: unknown }).cursor !== 'string') throw new Error('there is no cursor');
};

const nested = (depth: number): unknown => JSON.parse('['.repeat(depth) + ']'.repeat(depth));

export const SEARCH_CASES: Case[] = [
  body('browses with neither words nor an image', {}, { status: 200, body: { query: null, mode: 'none' } }),
  refuses('an empty query', { query: '' }, ['query'], 'string_too_short', { minimum: 1 }),
  refuses('a query of blanks', { query: ' \t\n ' }, ['query'], 'string_too_short'),
  refuses('1,001 characters', { query: 'x'.repeat(1001) }, ['query'], 'string_too_long', { maximum: 1000 }),
  refuses('a query of null', { query: null }, ['query'], 'string_type'),
  refuses('a query that is a number', { query: 7 }, ['query'], 'string_type'),
  refuses('a query that is an array', { query: ['ball'] }, ['query'], 'string_type'),
  refuses('k of zero', { query: 'ball', k: 0 }, ['k'], 'greater_than_equal', { minimum: 1 }),
  refuses('k below zero', { query: 'ball', k: -5 }, ['k'], 'greater_than_equal'),
  refuses('a fractional k', { query: 'ball', k: 1.5 }, ['k'], 'int_type'),
  refuses('k as text', { query: 'ball', k: '5' }, ['k'], 'number_type'),
  refuses('k of null', { query: 'ball', k: null }, ['k'], 'number_type'),
  refuses('an unknown field', { query: 'ball', qurey: 1 }, ['qurey'], 'extra_forbidden', {
    did_you_mean: 'query',
  }),
  refuses(
    'a field named __proto__',
    '{"query":"ball","__proto__":{"k":1}}',
    ['__proto__'],
    'extra_forbidden',
  ),
  refuses('a field named constructor', { query: 'ball', constructor: 1 }, ['constructor'], 'extra_forbidden'),
  refuses('parse_design as text', { query: 'ball', parse_design: 'yes' }, ['parse_design'], 'boolean_type'),
  refuses('exact as text', { query: 'ball', exact: 'yes' }, ['exact'], 'boolean_type'),
  refuses(
    'a language that is no tag',
    { query: 'ball', lang: 'de_DE!' },
    ['lang'],
    'string_pattern_mismatch',
  ),
  body('knows no such language', { query: 'ball', lang: 'eo' }, { status: 200 }),
  address('in a language', 'query=ball&lang=de', { status: 200 }),
  refuses('a picture as a number', { image_base64: 7 }, ['image_base64'], 'string_type'),
  refuses('an empty picture', { image_base64: '' }, ['image_base64'], 'string_too_short'),
  refuses('a picture that is not base64', { image_base64: '*** no ***' }, ['image_base64'], 'base64_invalid'),
  refuses(
    'bytes that are no picture',
    { image_base64: 'aGVsbG8gd29ybGQ=' },
    ['image_base64'],
    'image_format',
  ),
  refuses('an address as a number', { image_url: 7 }, ['image_url'], 'string_type'),
  refuses(
    'an address over http',
    { image_url: 'http://example.org/a.png' },
    ['image_url'],
    'image_url_forbidden',
  ),
  refuses(
    'an address inside',
    { image_url: 'https://127.0.0.1/a.png' },
    ['image_url'],
    'image_url_forbidden',
  ),
  refuses(
    'two pictures',
    { image_base64: 'aaaa', image_url: 'https://e.org/a' },
    ['image_url'],
    'mutually_exclusive',
  ),
  refuses('a body that is an array', [], [], 'object_type'),
  refuses('a body that is null', null, [], 'object_type'),
  refuses('a body that is text', '"ball"', [], 'object_type'),
  refuses('a body that is a number', '7', [], 'object_type'),
  body('browses with an empty body', '', { status: 200, body: { query: null } }),
  refuses('17 levels of arrays', { query: nested(17) }, [], 'json_too_deep', { depth_max: 16 }),
  refuses('100,000 levels of arrays', '['.repeat(1e5) + ']'.repeat(1e5), [], 'json_too_deep'),
  refuses('1,001 values', { filters: { source_any: Array(1001).fill('a') } }, [], 'json_too_many_values', {
    values_max: 1000,
  }),
  refuses(
    '500 unknown fields, with twenty faults',
    Object.fromEntries(Array.from({ length: 500 }, (_, at) => [`field${at}`, 1])),
    [],
    'too_many_faults',
    { found: 500, listed: 19 },
  ),
  body(
    'refuses 65 KiB of words',
    { query: 'x'.repeat(65 * 1024) },
    { status: 413, type: 'body_too_large', ctx: { bytes_max: 64 * 1024 } },
  ),
  body('refuses a body cut short', '{"query": ', { status: 400, type: 'json_invalid', loc: ['body'] }),
  body('refuses single quotes', "{'query': 'ball'}", { status: 400, type: 'json_invalid' }),
  body('refuses NaN', '{"query": "ball", "k": NaN}', { status: 400, type: 'json_invalid' }),
  body('refuses two values', '{"query": "ball"} {}', { status: 400, type: 'json_invalid' }),
  body(
    'refuses 9 MiB',
    { image_base64: 'A'.repeat(9 * 1024 * 1024) },
    { status: 413, type: 'body_too_large' },
  ),
  body(
    'reports every fault at once',
    { query: '', k: 0, other: 1 },
    {
      status: 422,
      check: ({ body: seen }) => {
        const { detail } = seen as { detail: unknown[] };
        if (detail.length !== 3) throw new Error(`${detail.length} faults were reported`);
      },
    },
  ),
  body(
    'never repeats a picture',
    { image_base64: 'A'.repeat(50_000), k: 0 },
    {
      status: 422,
      check: ({ body: seen }) => {
        if (JSON.stringify(seen).includes('AAAA')) throw new Error('the picture came back');
      },
    },
  ),
  body(
    'answers words',
    { query: 'ball' },
    {
      status: 200,
      body: { query: 'ball', input_modality: 'text', mode: 'text' },
      headers: { 'X-Credits-Charged': '1' },
    },
  ),
  body('drops white space around words', { query: '  ball\n' }, { status: 200, body: { query: 'ball' } }),
  body('takes 1,000 characters', { query: 'ball '.repeat(200).slice(0, 1000) }, { status: 200 }),
  body(
    'takes any script',
    { query: 'мяч ボール كرة 🎾' },
    { status: 200, body: { query: 'мяч ボール كرة 🎾' } },
  ),
  body('takes control characters', { query: 'ball\u0000\u001b[2J' }, { status: 200 }),
  body('takes a lone surrogate', '{"query": "ball \\ud800"}', { status: 200 }),
  body('takes the syntax of query languages', { query: 'a" OR (b) AND -c:* ~^ \'; DROP' }, { status: 200 }),
  body('takes k of one', { query: 'ball', k: 1 }, { status: 200, body: { count: 1 } }),
  body(
    'cuts k by the plan, and says so',
    { query: 'ball', k: 1e9 },
    { status: 200, body: { k_capped: true } },
  ),
  body(
    'answers a page, and where the next one begins',
    { query: 'ball', k: 1 },
    { status: 200, check: hasCursor },
  ),
  refuses('a cursor that is none', { query: 'ball', cursor: 'AAAA' }, ['cursor'], 'cursor_invalid'),
  refuses('an empty cursor', { query: 'ball', cursor: '' }, ['cursor'], 'string_too_short', { minimum: 1 }),
  refuses('a min_score above 1', { query: 'ball', min_score: 1.5 }, ['min_score'], 'less_than_equal'),
  refuses('a min_score in words', { query: 'ball', min_score: 'high' }, ['min_score'], 'number_type'),
  body('takes a min_score of auto', { query: 'ball', min_score: 'auto' }, { status: 200 }),
  body('takes a min_score of 1', { query: 'ball', min_score: 1 }, { status: 200 }),
  refuses('another name of a field', { q: 'ball' }, ['q'], 'extra_forbidden'),
  refuses('a name that is near to none', { query: 'ball', offset: 10 }, ['offset'], 'extra_forbidden', {}),
  address('answers words', 'query=ball&k=1', { status: 200, body: { query: 'ball', count: 1 } }),
  address('answers filters', 'query=ball&commercial=true&license_any=cc0&license_any=cc-by-4.0', {
    status: 200,
  }),
  address('browses without parameters', '', { status: 200, body: { query: null } }),
  address('refuses an unknown parameter', 'query=ball&face_min=1', {
    status: 422,
    type: 'extra_forbidden',
    loc: ['query', 'face_min'],
    ctx: { did_you_mean: 'faces_min' },
  }),
  address('refuses a cursor that is none', 'query=ball&cursor=AAAA', {
    status: 422,
    type: 'cursor_invalid',
    loc: ['query', 'cursor'],
  }),
  ...DESIGN_CASES,
  body('takes the last of two equal names', '{"query": "a", "query": "ball"}', {
    status: 200,
    body: { query: 'ball' },
  }),
  {
    name: '/v1/search answers a picture',
    request: ({ image }) => post('/v1/search', { image_base64: image, k: 1 }),
    expected: { status: 200, body: { query: null, input_modality: 'image', mode: 'image', ranking: 'none' } },
  },
  {
    name: '/v1/search answers a picture as a data URL',
    request: ({ image }) => post('/v1/search', { image_base64: `data:image/png;base64,${image}`, k: 1 }),
    expected: { status: 200, body: { input_modality: 'image' } },
  },
  {
    name: '/v1/search answers words and a picture',
    request: ({ image }) => post('/v1/search', { query: 'ball', image_base64: image, k: 1 }),
    expected: { status: 200, body: { query: 'ball', input_modality: 'image_text', mode: 'multimodal' } },
  },
];

const similar = (name: string, sent: unknown, expected: Expected): Case => ({
  name: `/v1/similar ${name}`,
  request: post('/v1/similar', sent),
  expected,
});
const BAD_IDS = [
  '',
  'openmoji',
  ':x',
  'openmoji:',
  'open moji:1',
  'a:b/c',
  'a:../x',
  'a:b\u0000',
  'a:b?c',
  'a:b#c',
];

export const SIMILAR_CASES: Case[] = [
  ...BAD_IDS.map((asset_id) =>
    similar(
      `refuses the id ${JSON.stringify(asset_id)}`,
      { asset_id },
      {
        status: 422,
        type: 'string_pattern_mismatch',
        loc: ['body', 'asset_id'],
      },
    ),
  ),
  similar('needs an id', {}, { status: 422, type: 'missing', loc: ['body', 'asset_id'] }),
  similar('takes no words', { asset_id: 'a:b', query: 'x' }, { status: 422, type: 'extra_forbidden' }),
  similar(
    'refuses an id of 257 characters',
    { asset_id: `a:${'b'.repeat(255)}` },
    {
      status: 422,
      type: 'string_too_long',
    },
  ),
  similar(
    'knows no such seed',
    { asset_id: 'drawn:none' },
    {
      status: 404,
      type: 'seed_not_indexed',
      loc: ['body', 'asset_id'],
    },
  ),
  similar('refuses k of zero', { asset_id: 'a:b', k: 0 }, { status: 422, type: 'greater_than_equal' }),
  similar(
    'refuses 65 KiB',
    { asset_id: 'x'.repeat(65 * 1024) },
    { status: 413, type: 'body_too_large', ctx: { bytes_max: 64 * 1024 } },
  ),
  similar('refuses a body cut short', '{', { status: 400, type: 'json_invalid' }),
  {
    name: '/v1/similar answers a seed, without the seed, by sight alone',
    request: ({ assetId }) => post('/v1/similar', { asset_id: assetId, k: 100 }),
    expected: { status: 200, body: { mode: 'none', ranking: 'none', reranked: 0, query: null } },
  },
  {
    name: '/v1/similar takes filters',
    request: ({ assetId }) => post('/v1/similar', { asset_id: assetId, filters: { orientation: 'square' } }),
    expected: { status: 200 },
  },
];
