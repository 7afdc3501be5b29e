import type { Answer } from '@imagesearch/testkit/stack/caller';
import { get, post, type Case, type Expected } from './case.js';

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

/** One of each kind of fault; which values have it stands beside the schema of the gateway. */
export const SEARCH_CASES: Case[] = [
  body('browses with neither words nor an image', {}, { status: 200, body: { query: null, mode: 'none' } }),
  body('browses with an empty body', '', { status: 200, body: { query: null } }),
  refuses('an empty query', { query: '' }, ['query'], 'string_too_short', { minimum: 1 }),
  refuses('an unknown field', { query: 'ball', qurey: 1 }, ['qurey'], 'extra_forbidden', {
    did_you_mean: 'query',
  }),
  refuses(
    'a field named __proto__',
    '{"query":"ball","__proto__":{"k":1}}',
    ['__proto__'],
    'extra_forbidden',
  ),
  refuses(
    'an empty range',
    { filters: { faces_min: 3, faces_max: 2 } },
    ['filters', 'faces_min'],
    'range_empty',
  ),
  refuses('an address inside', { image_url: 'https://127.0.0.1/a' }, ['image_url'], 'image_url_forbidden'),
  refuses('a picture that is not base64', { image_base64: '* no *' }, ['image_base64'], 'base64_invalid'),
  refuses(
    'bytes that are no picture',
    { image_base64: 'aGVsbG8gd29ybGQ=' },
    ['image_base64'],
    'image_format',
  ),
  refuses('a cursor that is none', { query: 'ball', cursor: 'AAAA' }, ['cursor'], 'cursor_invalid'),
  refuses('too many levels', '['.repeat(1e5) + ']'.repeat(1e5), [], 'json_too_deep', { depth_max: 16 }),
  refuses('too many values', { filters: { source_any: Array(1001).fill('a') } }, [], 'json_too_many_values'),
  refuses(
    '500 unknown fields, with twenty faults',
    Object.fromEntries(Array.from({ length: 500 }, (_, at) => [`field${at}`, 1])),
    [],
    'too_many_faults',
    { found: 500, listed: 19 },
  ),
  body('refuses a body cut short', '{"query": ', { status: 400, type: 'json_invalid', loc: ['body'] }),
  body(
    'refuses 65 KiB of words',
    { query: 'x'.repeat(65 * 1024) },
    { status: 413, type: 'body_too_large', ctx: { bytes_max: 64 * 1024 } },
  ),
  body(
    'answers words',
    { query: 'ball' },
    {
      status: 200,
      body: { query: 'ball', input_modality: 'text', mode: 'text' },
      headers: { 'X-Credits-Charged': '1', 'Cache-Control': 'private, no-store' },
      check: saysNothingOfDesign,
    },
  ),
  body(
    'takes any script',
    { query: 'мяч ボール كرة 🎾' },
    { status: 200, body: { query: 'мяч ボール كرة 🎾' } },
  ),
  body('takes control characters', { query: 'ball\u0000\u001b[2J' }, { status: 200 }),
  body('takes a lone surrogate', '{"query": "ball \\ud800"}', { status: 200 }),
  body('takes the syntax of query languages', { query: 'a" OR (b) AND -c:* ~^ \'; DROP' }, { status: 200 }),
  body('knows no such language', { query: 'ball', lang: 'eo' }, { status: 200 }),
  body(
    'cuts k by the plan, and says so',
    { query: 'ball', k: 1e9 },
    { status: 200, body: { k_capped: true } },
  ),
  body('takes the last of two equal names', '{"query": "a", "query": "ball"}', {
    status: 200,
    body: { query: 'ball' },
  }),
  body(
    'reads a brief',
    { query: 'ball, room for text at the top', parse_design: true, k: 1 },
    {
      status: 200,
      body: { applied_design: { query: 'ball', filters: { neg_space_any: ['top'] } } },
    },
  ),
  ...Object.entries({
    'the largest aspect': { aspect_max: Number.MAX_VALUE },
    'the smallest aspect': { aspect_min: Number.MIN_VALUE },
    'a moment and a year': { created_from: '1999-12-31T23:59:59Z', created_to: '2024' },
    'a creator with quotes': { creator: `o'Neill "& sons"` },
    'tags with quotes': { tags_any: ['a', 'b'], tags_all: ["it's"] },
  }).map(([name, filters]) => body(`takes ${name}`, { query: 'ball', k: 2, filters }, { status: 200 })),
  address('answers words and filters', 'query=ball&k=1&commercial=true&license_any=cc0', { status: 200 }),
  address('refuses an unknown parameter', 'query=ball&face_min=1', {
    status: 422,
    type: 'extra_forbidden',
    loc: ['query', 'face_min'],
    ctx: { did_you_mean: 'faces_min' },
  }),
  {
    name: '/v1/search refuses half a picture',
    request: ({ image }) =>
      post('/v1/search', { image_base64: image.slice(0, Math.floor(image.length / 8) * 4) }),
    expected: { status: 422, type: 'image_unreadable', loc: ['body', 'image_base64'] },
  },
  {
    name: '/v1/search answers a picture as a data URL',
    request: ({ image }) => post('/v1/search', { image_base64: `data:image/png;base64,${image}`, k: 1 }),
    expected: { status: 200, body: { query: null, input_modality: 'image', mode: 'image', ranking: 'none' } },
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

export const SIMILAR_CASES: Case[] = [
  similar(
    'refuses what is no id',
    { asset_id: 'a:../x' },
    { status: 422, type: 'string_pattern_mismatch', loc: ['body', 'asset_id'] },
  ),
  similar('needs an id', {}, { status: 422, type: 'missing', loc: ['body', 'asset_id'] }),
  similar('takes no words', { asset_id: 'a:b', query: 'x' }, { status: 422, type: 'extra_forbidden' }),
  similar(
    'knows no such seed',
    { asset_id: 'drawn:none' },
    { status: 404, type: 'seed_not_indexed', loc: ['body', 'asset_id'] },
  ),
  similar(
    'refuses 65 KiB',
    { asset_id: 'x'.repeat(65 * 1024) },
    { status: 413, type: 'body_too_large', ctx: { bytes_max: 64 * 1024 } },
  ),
  {
    name: '/v1/similar answers a seed, without the seed, by sight alone',
    request: ({ assetId }) => post('/v1/similar', { asset_id: assetId, k: 100, filters: { faces_max: 9 } }),
    expected: { status: 200, body: { mode: 'none', ranking: 'none', reranked: 0, query: null } },
  },
];

function saysNothingOfDesign({ body: answer }: Answer): void {
  if ('applied_design' in (answer as object)) throw new Error('the answer speaks of the design');
}
