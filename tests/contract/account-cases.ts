import { expect } from '@jest/globals';
import { answers, get, patch, post, refuses, remove, type Case } from './case.js';

const OWN = '/v1/keys/{key_id}';
const UNKNOWN = ['/v1/keys/00000000-0000-4000-8000-000000000000', '/v1/keys/x', '/v1/keys/isk_live_Ab12c'];

const aKey = (more: object) => post('/v1/keys', { name: 'a', ...more });
const boundKey = (bounds: object) => aKey({ bounds });
const usageOf = (days: string) => get(`/v1/usage/days?days=${days}`);

/** They follow each other: the last ones rotate and end the key that the others name. */
export const ACCOUNT_CASES: Case[] = [
  ['the keys of the account', get('/v1/keys'), answers(200)],
  ['a key is named', patch(OWN, { name: ' shop ' }), answers(200, { name: 'shop', state: 'live' })],
  ['a key without a name', post('/v1/keys', {}), refuses('missing', 'body.name')],
  ['a key with a name of two lines', aKey({ name: 'a\nb' }), refuses('value_error', 'body.name')],
  ['a key without a scope', aKey({ scopes: [] }), refuses('array_too_short', 'body.scopes')],
  [
    'a key of the past',
    aKey({ expires_at: '2020-01-01T00:00:00Z' }),
    refuses('value_error', 'body.expires_at'),
  ],
  ['a key for an environment', aKey({ environment: 'demo' }), refuses('extra_forbidden', 'body.environment')],
  ['a key for an account', aKey({ account: 'other' }), refuses('extra_forbidden', 'body.account')],
  ['a key that adds images', aKey({ scopes: ['ingest'] }), refuses('enum', 'body.scopes.0')],
  ['a key that makes keys', aKey({ scopes: ['account'] }), refuses('enum', 'body.scopes.0')],
  ['a key of no licence', boundKey({ licenses: ['free'] }), refuses('value_error', 'body.bounds.licenses')],
  ...['\u0000', '\ud800'].map((part): Case => [
    `a key of a collection with ${JSON.stringify(part)} in its name`,
    boundKey({ sources: [`a${part}b`] }),
    refuses('value_error', 'body.bounds.sources.0'),
  ]),
  [
    'a rotation with a grace of 31 days',
    post(`${OWN}/rotate`, { grace_s: 31 * 86_400 }),
    refuses('less_than_equal', 'body.grace_s'),
  ],
  ['a rotation makes a key', post(`${OWN}/rotate`, {}), answers(201, { name: 'shop', state: 'live' })],
  ['a second rotation', post(`${OWN}/rotate`, {}), refuses('key_refused')],
  ['a key ends', remove(OWN), answers(204)],
  ...[OWN, ...UNKNOWN].flatMap((path): Case[] => [
    [`${path} is named`, patch(path, { name: 'a' }), refuses('key_not_found', 'path')],
    [`${path} is ended`, remove(path), refuses('key_not_found', 'path')],
    [`${path} is rotated`, post(`${path}/rotate`, {}), refuses('key_not_found', 'path')],
  ]),

  [
    'the usage of seven days',
    usageOf('7'),
    {
      status: 200,
      check: ({ body }) => {
        const { from, to } = body as { from: string; to: string };
        expect(Date.parse(to) - Date.parse(from)).toBe(6 * 86_400_000);
      },
    },
  ],
  [
    'the usage as CSV',
    get('/v1/usage/days', { Accept: 'text/csv' }),
    answers(200, undefined, { 'Content-Type': 'text/csv; charset=utf-8' }),
  ],
  ['the usage of 0 days', usageOf('0'), refuses('greater_than_equal', 'query.days')],
  ['the usage of 91 days', usageOf('91'), refuses('less_than_equal', 'query.days')],
  ['the usage of a day and a half', usageOf('1.5'), refuses('int_type', 'query.days')],
  ['the usage of a week in words', usageOf('week'), refuses('number_type', 'query.days')],
  ['the usage of two numbers of days', usageOf('7&days=8'), refuses('number_type', 'query.days')],
  [
    'the usage names the latest searches, and costs nothing',
    get('/v1/usage'),
    answers(200, { searches: expect.arrayContaining([expect.anything()]) }, { 'X-Credits-Charged': null }),
  ],
];
