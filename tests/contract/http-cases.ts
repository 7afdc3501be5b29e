import { get, post, type Case, type Facts } from './case.js';

type Path = (facts: Facts) => string;

const PRIVATE = 'private, no-store';
const PUBLIC = 'public, max-age=300';

const READ: [name: string, path: Path, status: number, cacheControl: string][] = [
  ['/v1/pricing', () => '/v1/pricing', 200, PUBLIC],
  ['/v1/warm', () => '/v1/warm', 200, PRIVATE],
  ['/v1/usage', () => '/v1/usage', 200, PRIVATE],
  ['/v1/collection', () => '/v1/collection', 200, PRIVATE],
  ['/v1/usage/days', () => '/v1/usage/days', 200, PRIVATE],
  ['/v1/keys', () => '/v1/keys', 200, PRIVATE],
  ['/openapi.json', () => '/openapi.json', 200, PUBLIC],
  ['/docs', () => '/docs', 200, PUBLIC],
  ['an asset', ({ assetId }) => `/v1/asset/${assetId}`, 200, PRIVATE],
  ['a file', ({ assetId }) => `/v1/asset/direct/${assetId}`, 302, 'private, max-age=300'],
  ['a file of an answer', ({ queryId, assetId }) => `/v1/asset/${queryId}/${assetId}`, 302, PUBLIC],
];

const READS: Case[] = READ.flatMap(([name, path, status, cacheControl]) =>
  ['GET', 'HEAD'].map((method) => ({
    name: `${method} ${name}`,
    request: (facts) => ({ method, path: path(facts) }),
    expected: { status, headers: { 'Cache-Control': cacheControl } },
  })),
);

const VARIANTS: Case[] = ['thumb', 'view'].map((v) => ({
  name: `a file in the variant ${v}`,
  request: ({ assetId }) => get(`/v1/asset/direct/${assetId}?v=${v}`),
  expected: { status: 302 },
}));

const MANY = (count: number) => Array.from({ length: count }, (_, at) => `p${at}=1`).join('&');

const PARAMETERS: Case[] = [
  {
    name: 'the address of a file names the parameter that may be meant',
    request: get('/v1/asset/direct/a:b?variant=thumb'),
    expected: { status: 422, type: 'extra_forbidden', loc: ['query', 'variant'], ctx: { did_you_mean: 'v' } },
  },
  ...['/v1/search', '/v1/pricing'].map((path): Case => ({
    name: `${path} refuses more than 100 parameters`,
    request: get(`${path}?${MANY(101)}`),
    expected: { status: 422, type: 'array_too_long', loc: ['query'], ctx: { maximum: 100 } },
  })),
];

const BAD_ASSET_IDS = ['unknown', 'drawn:..%2Fx'];

const ASSETS: Case[] = [
  ...BAD_ASSET_IDS.flatMap((id) =>
    ['/v1/asset/', '/v1/asset/direct/'].map((path) => ({
      name: `${path}${id.slice(0, 20)} is refused`,
      request: get(path + id),
      expected: { status: 422, type: 'string_pattern_mismatch', loc: ['path', 'asset_id'] },
    })),
  ),
  {
    name: 'an asset that is not there',
    request: get('/v1/asset/drawn:none'),
    expected: { status: 404, type: 'asset_not_found', loc: ['path'] },
  },
  {
    name: 'a file that is not there',
    request: get('/v1/asset/direct/drawn:none'),
    expected: { status: 404, type: 'asset_not_found', loc: ['path'] },
  },
  {
    name: 'a path that cannot be decoded',
    request: get('/v1/asset/%E0%A4%A'),
    expected: { status: 400, type: 'request_malformed' },
  },
  ...['huge', 'thumb&v=thumb'].map((v): Case => ({
    name: `a file in the variant ${JSON.stringify(v)} is refused`,
    request: ({ assetId }) => get(`/v1/asset/direct/${assetId}?v=${v}`),
    expected: {
      status: 422,
      type: 'literal_error',
      loc: ['query', 'v'],
      ctx: { expected: ['thumb', 'view', 'credited'] },
    },
  })),
  ...['q_0', `q_${'0'.repeat(32)}`].map((queryId): Case => ({
    name: `the file of the answer ${queryId}`,
    request: ({ assetId }) => get(`/v1/asset/${queryId}/${assetId}`),
    expected: { status: 404, type: 'file_not_found', loc: ['path'] },
  })),
  {
    name: 'a file that its answer does not hold',
    request: ({ queryId }) => get(`/v1/asset/${queryId}/drawn:none`),
    expected: { status: 404, type: 'file_not_found' },
  },
  {
    name: 'a file of an answer, without a key',
    request: ({ queryId, assetId }) => get(`/v1/asset/${queryId}/${assetId}`, { keyless: true }),
    expected: { status: 302, headers: { 'Cache-Control': 'public, max-age=300' } },
  },
  {
    name: 'a download of no file',
    request: get('/v1/download/nonsense'),
    expected: { status: 404, type: 'file_not_found', loc: ['path'] },
  },
];

const UNKNOWN = ['/v1/search/', '/V1/pricing', '/v1/asset/a/b/c', '/metrics'];

const ADDRESSES: Case[] = UNKNOWN.flatMap((path) =>
  ['GET', 'OPTIONS'].map((method) => ({
    name: `${method} ${path} finds nothing`,
    request: { method, path },
    expected: { status: 404, type: 'route_not_found', loc: ['path'] },
  })),
);

const HEADERS: Case[] = [
  {
    name: 'a body of another type',
    request: post('/v1/search', { query: 'ball' }, { headers: { 'Content-Type': 'text/plain' } }),
    expected: { status: 415, type: 'content_type_unsupported', loc: ['header', 'Content-Type'] },
  },
  ...['A'.repeat(128), 'a.b:c_d'].map((id) => ({
    name: `the request id ${id.slice(0, 12)} comes back`,
    request: get('/v1/pricing', { headers: { 'X-Request-Id': id } }),
    expected: { status: 200, headers: { 'X-Request-Id': id } },
  })),
  ...['A'.repeat(129), '<script>', ''].map((id) => ({
    name: `the request id ${JSON.stringify(id.slice(0, 12))} is replaced`,
    request: get('/v1/pricing', { headers: { 'X-Request-Id': id } }),
    expected: { status: 200, headers: { 'X-Request-Id': /^req_[0-9a-f]{24}$/ } },
  })),
  ...['gzip', 'br'].map((encoding) => ({
    name: `${encoding} is used for a caller that takes it`,
    request: get('/openapi.json', { headers: { 'Accept-Encoding': encoding } }),
    expected: { status: 200, headers: { 'Content-Encoding': encoding, Vary: /Accept-Encoding/ } },
  })),
  {
    name: 'prices need no key',
    request: get('/v1/pricing', { keyless: true }),
    expected: { status: 200 },
  },
  {
    name: 'the page of the contract runs nothing from elsewhere',
    request: get('/docs', { keyless: true }),
    expected: {
      status: 200,
      headers: { 'Content-Security-Policy': /default-src 'none'.*script-src 'self';/ },
    },
  },
  {
    name: 'an answer does not say what it runs on',
    request: get('/v1/pricing'),
    expected: {
      status: 200,
      check: ({ headers }) => {
        if (headers.has('X-Powered-By') || headers.has('Server')) throw new Error('it says so');
      },
    },
  },
];

export const HTTP_CASES: Case[] = [...READS, ...VARIANTS, ...PARAMETERS, ...ASSETS, ...ADDRESSES, ...HEADERS];
