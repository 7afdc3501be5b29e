import { randomUUID } from 'node:crypto';
import { get, post, type Case } from './case.js';

const LOC = ['header', 'idempotency-key'];
const withKey = (key: string, body: object, path = '/v1/search') =>
  post(path, body, { headers: { 'Idempotency-Key': key } });

const BAD_KEYS: [name: string, key: string, type: string][] = [
  ['an empty Idempotency-Key', '', 'string_too_short'],
  ['an Idempotency-Key of 256 characters', 'k'.repeat(256), 'string_too_long'],
  ['an Idempotency-Key that does not print', 'a\tb', 'string_pattern_mismatch'],
  ['an Idempotency-Key beyond ASCII', 'schlüssel', 'string_pattern_mismatch'],
];

const REFUSED: Case[] = BAD_KEYS.map(([name, key, type]) => ({
  name: `/v1/search refuses ${name}`,
  request: withKey(key, { query: 'ball' }),
  expected: { status: 422, type, loc: LOC },
}));

/** A server under test may remember the keys of an earlier run. */
const KEY = `"quoted, with ~ and spaces" ${randomUUID()}`;

/** One after the other: what a key was first sent with decides what it is good for. */
const KEPT: Case[] = [
  {
    name: 'an Idempotency-Key: the first answer',
    request: withKey(KEY, { query: 'ball', k: 1 }),
    expected: {
      status: 200,
      headers: { 'X-Credits-Charged': '1' },
      check: ({ headers }) => {
        if (headers.has('Idempotent-Replayed')) throw new Error('it says that it is a replay');
      },
    },
  },
  {
    name: 'an Idempotency-Key: the same again',
    request: withKey(KEY, { query: 'ball', k: 1 }),
    expected: { status: 200, headers: { 'X-Credits-Charged': '0', 'Idempotent-Replayed': 'true' } },
  },
  {
    name: 'an Idempotency-Key: another body',
    request: withKey(KEY, { query: 'cube', k: 1 }),
    expected: { status: 422, type: 'idempotency_mismatch', loc: LOC },
  },
  {
    name: 'an Idempotency-Key: another address',
    request: ({ assetId }) => withKey(KEY, { asset_id: assetId, k: 1 }, '/v1/similar'),
    expected: { status: 200, headers: { 'X-Credits-Charged': '1' } },
  },
];

const USAGE: Case[] = [
  {
    name: '/v1/usage names the latest searches, and costs nothing',
    request: get('/v1/usage'),
    expected: {
      status: 200,
      headers: { 'Cache-Control': /no-store/ },
      check: ({ headers, body }) => {
        const { searches } = body as { searches: { status: string }[] };
        if (headers.has('X-Credits-Charged')) throw new Error('it says that it cost something');
        if (searches.length === 0) throw new Error('it names none');
      },
    },
  },
];

export const BILLING_CASES: Case[] = [...REFUSED, ...KEPT, ...USAGE];
