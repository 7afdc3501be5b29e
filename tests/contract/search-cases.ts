import { randomUUID } from 'node:crypto';
import { expect } from '@jest/globals';
import { answers, get, post, refuses, type Case } from './case.js';

const search = (body: unknown) => post('/v1/search', body);
const words = (query: string, more: object = {}) => search({ query, ...more });
const among = (filters: object) => words('ball', { k: 2, filters });
const picture = (image_base64: string, more: object = {}) => search({ image_base64, ...more });
const similar = (body: object) => post('/v1/similar', body);

/** What a body's schema and its reader refuse stands beside them in the gateway. */
const SEARCHES: Case[] = [
  ['neither words nor an image', search({}), answers(200, { query: null, mode: 'none' })],
  ['an empty body', search(''), answers(200, { query: null })],
  [
    'a field named __proto__',
    search('{"query":"ball","__proto__":{"k":1}}'),
    refuses('extra_forbidden', 'body.__proto__'),
  ],
  [
    'an address inside',
    search({ image_url: 'https://127.0.0.1/a' }),
    refuses('image_url_forbidden', 'body.image_url'),
  ],
  ['bytes that are no picture', picture('aGVsbG8gd29ybGQ='), refuses('image_format', 'body.image_base64')],
  ['half a picture', picture('{half}'), refuses('image_unreadable', 'body.image_base64')],
  ['a cursor that is none', words('ball', { cursor: 'AAAA' }), refuses('cursor_invalid', 'body.cursor')],
  [
    'a body of another type',
    post('/v1/search', '', { 'Content-Type': 'text/plain' }),
    refuses('content_type_unsupported'),
  ],
  ['a body cut short', search('{"query": '), refuses('json_invalid', 'body')],
  [
    '65 KiB of words',
    words('x'.repeat(65 * 1024)),
    refuses('body_too_large', 'body', { bytes_max: 64 * 1024 }),
  ],
  [
    'words',
    words('ball'),
    {
      ...answers(200, { query: 'ball', input_modality: 'text', mode: 'text' }),
      headers: { 'X-Credits-Charged': '1', 'Cache-Control': 'private, no-store' },
      check: ({ body }) => expect(body).not.toHaveProperty('applied_design'),
    },
  ],
  ...['мяч ボール كرة 🎾', 'ball\u0000\u001b[2J', 'a" OR (b) AND -c:* ~^ \'; DROP'].map((query): Case => [
    `the words ${JSON.stringify(query)}`,
    words(query),
    answers(200, { query }),
  ]),
  ['a lone surrogate', search('{"query": "ball \\ud800"}'), answers(200)],
  [
    'null in each optional field',
    search({
      query: 'ball',
      k: null,
      cursor: null,
      sort: null,
      facets: null,
      use: null,
      filters: { commercial: null },
    }),
    answers(200, { query: 'ball', count: expect.any(Number) }),
  ],
  ['a language that nobody knows', words('ball', { lang: 'eo' }), answers(200)],
  ['more results than the plan has', words('ball', { k: 1e9 }), answers(200, { k_capped: true })],
  ['the last of two equal names', search('{"query": "a", "query": "ball"}'), answers(200, { query: 'ball' })],
  [
    'a brief',
    words('ball, room for text at the top', { parse_design: true, k: 1 }),
    answers(200, { applied_design: { query: 'ball', filters: { neg_space_any: ['top'] } } }),
  ],
  ['the largest aspect', among({ aspect_max: Number.MAX_VALUE }), answers(200)],
  ['the smallest aspect', among({ aspect_min: Number.MIN_VALUE }), answers(200)],
  ['two dates', among({ created_from: '1999-12-31T23:59:59Z', created_to: '2024' }), answers(200)],
  ['a creator with quotes', among({ creator: `o'Neill "& sons"` }), answers(200)],
  ['tags with quotes', among({ tags_any: ['a', 'b'], tags_all: ["it's"] }), answers(200)],
  ['an address in Latin-1', get('/v1/search?query=caf%E9'), refuses('request_malformed')],
  [
    'an address with a percent sign',
    get('/v1/search?query=100%25%20ball%&k=1'),
    answers(200, { query: '100% ball%' }),
  ],
  [
    'a flag as Python writes it',
    get('/v1/search?query=ball&commercial=True'),
    {
      ...refuses('boolean_type', 'query.commercial'),
      check: ({ body }) =>
        expect(body).toMatchObject({ detail: [{ msg: 'This must be true or false, in lower case.' }] }),
    },
  ],
  ['an address with filters', get('/v1/search?query=ball&k=1&commercial=true&license_any=cc0'), answers(200)],
  [
    'an address with an unknown filter',
    get('/v1/search?query=ball&face_min=1'),
    refuses('extra_forbidden', 'query.face_min', { did_you_mean: 'faces_min' }),
  ],
  [
    'a picture as a data URL',
    picture('data:image/png;base64,{image}', { k: 1 }),
    answers(200, { query: null, input_modality: 'image', mode: 'image', ranking: 'none' }),
  ],
  [
    'words and a picture',
    picture('{image}', { query: 'ball', k: 1 }),
    answers(200, { query: 'ball', input_modality: 'image_text', mode: 'multimodal' }),
  ],
  [
    'similar to what is no id',
    similar({ asset_id: 'a:../x' }),
    refuses('string_pattern_mismatch', 'body.asset_id'),
  ],
  ['similar to nothing', similar({}), refuses('missing', 'body.asset_id')],
  ['similar to words', similar({ asset_id: 'a:b', query: 'x' }), refuses('extra_forbidden', 'body.query')],
  ['similar to none', similar({ asset_id: 'drawn:none' }), refuses('seed_not_indexed', 'body.asset_id')],
  [
    'similar by sight alone',
    similar({ asset_id: '{asset_id}', k: 100, filters: { faces_max: 9 } }),
    answers(200, { mode: 'none', ranking: 'none', reranked: 0, query: null }),
  ],
];

/** A server under test may remember the keys of an earlier run. */
const KEY = `"quoted, with ~ and spaces" ${randomUUID()}`;
const LOC = 'header.idempotency-key';
const PAID = { 'X-Credits-Charged': '1', 'Idempotent-Replayed': null };
const FREE = { 'X-Credits-Charged': '0', 'Idempotent-Replayed': 'true' };
const keyed = (key: string, body: object = { query: 'ball', k: 1 }, path = '/v1/search') =>
  post(path, body, { 'Idempotency-Key': key });

/** One after the other: what a key was first sent with decides what it is good for. */
const KEYED: Case[] = [
  ['an empty Idempotency-Key', keyed(''), refuses('string_too_short', LOC)],
  ['an Idempotency-Key of 256 characters', keyed('k'.repeat(256)), refuses('string_too_long', LOC)],
  ['an Idempotency-Key that does not print', keyed('a\tb'), refuses('string_pattern_mismatch', LOC)],
  ['an Idempotency-Key beyond ASCII', keyed('schlüssel'), refuses('string_pattern_mismatch', LOC)],
  ['an Idempotency-Key: the first answer', keyed(KEY), answers(200, {}, PAID)],
  ['an Idempotency-Key: the same again', keyed(KEY), answers(200, {}, FREE)],
  ['an Idempotency-Key: another body', keyed(KEY, { query: 'cube' }), refuses('idempotency_mismatch', LOC)],
  [
    'an Idempotency-Key: another address',
    keyed(KEY, { asset_id: '{asset_id}', k: 1 }, '/v1/similar'),
    answers(200, {}, PAID),
  ],
];

export const SEARCH_CASES: Case[] = [...SEARCHES, ...KEYED];
