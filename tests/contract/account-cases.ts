import { expect } from '@jest/globals';
import { get, post, type Case, type Facts } from './case.js';

const EMPTY = '/v1/keys/00000000-0000-4000-8000-000000000000';
const own = ({ keyId }: Facts) => `/v1/keys/${keyId}`;

/** They follow each other: the last ones rotate and end the key that the others name. */
export const ACCOUNT_CASES: Case[] = [
  {
    name: 'GET the keys of the account',
    request: get('/v1/keys'),
    expected: { status: 200, headers: { 'Cache-Control': 'private, no-store' } },
  },
  {
    name: 'PATCH names a key',
    request: (facts) => ({ method: 'PATCH', path: own(facts), body: { name: ' shop ' } }),
    expected: { status: 200, body: { name: 'shop', state: 'live' } },
  },
  ...(
    [
      ['without a name', {}, 'missing', 'name'],
      ['with a name of two lines', { name: 'a\nb' }, 'value_error', 'name'],
      ['without a scope', { name: 'a', scopes: [] }, 'array_too_short', 'scopes'],
      [
        'that ends in the past',
        { name: 'a', expires_at: '2020-01-01T00:00:00Z' },
        'value_error',
        'expires_at',
      ],
      ['for an environment', { name: 'a', environment: 'demo' }, 'extra_forbidden', 'environment'],
      ['for an account', { name: 'a', account: 'other' }, 'extra_forbidden', 'account'],
    ] as const
  ).map(([name, body, type, field]): Case => ({
    name: `POST a key ${name} is refused`,
    request: post('/v1/keys', body),
    expected: { status: 422, type, loc: ['body', field] },
  })),
  ...['ingest', 'account'].map((scope): Case => ({
    name: `POST a key with the scope ${scope} is refused`,
    request: post('/v1/keys', { name: 'a', scopes: [scope] }),
    expected: { status: 422, type: 'enum', loc: ['body', 'scopes', 0] },
  })),
  {
    name: 'POST a key bound to a licence that is none is refused',
    request: post('/v1/keys', { name: 'a', bounds: { licenses: ['free'] } }),
    expected: { status: 422, type: 'value_error', loc: ['body', 'bounds', 'licenses'] },
  },
  ...['\u0000', '\ud800'].map((part): Case => ({
    name: `POST a key bound to a collection with ${JSON.stringify(part)} in its name is refused`,
    request: post('/v1/keys', { name: 'a', bounds: { sources: [`a${part}b`] } }),
    expected: { status: 422, type: 'value_error', loc: ['body', 'bounds', 'sources', 0] },
  })),
  {
    name: 'rotate with a grace of 31 days is refused',
    request: (facts) => post(`${own(facts)}/rotate`, { grace_s: 31 * 86_400 }),
    expected: { status: 422, type: 'less_than_equal', loc: ['body', 'grace_s'] },
  },
  {
    name: 'rotate makes a key that replaces the old one',
    request: (facts) => post(`${own(facts)}/rotate`, {}),
    expected: { status: 201, body: { name: 'shop', state: 'live' } },
  },
  {
    name: 'rotate a key twice is refused',
    request: (facts) => post(`${own(facts)}/rotate`, {}),
    expected: { status: 403, type: 'key_refused' },
  },
  {
    name: 'DELETE ends a key',
    request: (facts) => ({ method: 'DELETE', path: own(facts) }),
    expected: { status: 204 },
  },
  ...([own, () => EMPTY, () => '/v1/keys/x', () => '/v1/keys/isk_live_Ab12c'] as const).flatMap((path) =>
    (
      [
        ['PATCH', '', { name: 'a' }],
        ['DELETE', '', undefined],
        ['POST', '/rotate', {}],
      ] as const
    ).map(([method, rest, body], at): Case => ({
      name: `${method} ${path === own ? 'a key that has ended' : path({} as Facts)}${rest} (${at}) is refused`,
      request: (facts) => ({ method, path: path(facts) + rest, body }),
      expected: { status: 404, type: 'key_not_found', loc: ['path'] },
    })),
  ),
  {
    name: 'GET the usage of the last days',
    request: get('/v1/usage/days?days=7'),
    expected: {
      status: 200,
      check: ({ body }) => {
        const { from, to } = body as { from: string; to: string };
        expect(Date.parse(to) - Date.parse(from)).toBe(6 * 86_400_000);
      },
    },
  },
  {
    name: 'GET the usage of the last days as CSV',
    request: get('/v1/usage/days', { headers: { Accept: 'text/csv' } }),
    expected: {
      status: 200,
      headers: { 'Content-Type': 'text/csv; charset=utf-8' },
      check: ({ text }) => expect(text).toMatch(/^date,key_id,.*\r\n/),
    },
  },
  ...(
    [
      ['0', 'greater_than_equal'],
      ['91', 'less_than_equal'],
      ['1.5', 'int_type'],
      ['week', 'number_type'],
      ['7&days=8', 'number_type'],
    ] as const
  ).map(([days, type]): Case => ({
    name: `GET the usage of ${days} days is refused`,
    request: get(`/v1/usage/days?days=${days}`),
    expected: { status: 422, type, loc: ['query', 'days'] },
  })),
];
