import { get, post, type Case, type Facts, type Request } from './case.js';

type Path = (facts: Facts) => string;

const READ: [name: string, path: Path, status: number, more?: string[]][] = [
  ['/v1/pricing', () => '/v1/pricing', 200],
  ['/v1/warm', () => '/v1/warm', 200],
  ['/v1/usage', () => '/v1/usage', 200],
  ['/v1/collection', () => '/v1/collection', 200],
  ['/v1/usage/days', () => '/v1/usage/days', 200],
  ['/v1/keys', () => '/v1/keys', 200, ['POST']],
  ['/openapi.json', () => '/openapi.json', 200],
  ['/docs', () => '/docs', 200],
  ['an asset', ({ assetId }) => `/v1/asset/${assetId}`, 200, ['PATCH', 'DELETE']],
  ['a file', ({ assetId }) => `/v1/asset/direct/${assetId}`, 302],
  ['a thumbnail', ({ assetId }) => `/v1/asset/direct/${assetId}?v=thumb`, 302],
  ['a view', ({ assetId }) => `/v1/asset/direct/${assetId}?v=view`, 302],
  ['a file of an answer', ({ queryId, assetId }) => `/v1/asset/${queryId}/${assetId}`, 302],
  ['a thumbnail of an answer', ({ queryId, assetId }) => `/v1/asset/${queryId}/${assetId}?v=thumb`, 302],
];
const WRITTEN: [path: string, allow: string, refused: string[]][] = [
  ['/v1/search', 'GET, POST, OPTIONS', ['PUT', 'PATCH', 'DELETE']],
  ['/v1/similar', 'POST, OPTIONS', ['GET', 'PUT', 'PATCH', 'DELETE']],
  ['/v1/asset', 'POST, OPTIONS', ['GET', 'PUT', 'PATCH', 'DELETE']],
  ['/v1/keys/x', 'PATCH, DELETE, OPTIONS', ['GET', 'POST', 'PUT']],
  ['/v1/keys/x/rotate', 'POST, OPTIONS', ['GET', 'PUT', 'PATCH', 'DELETE']],
];

const READS: Case[] = READ.flatMap(([name, path, status, more = []]) => [
  { name: `GET ${name}`, request: (facts) => get(path(facts)), expected: { status } },
  { name: `HEAD ${name}`, request: (facts) => ({ method: 'HEAD', path: path(facts) }), expected: { status } },
  {
    name: `OPTIONS ${name}`,
    request: (facts) => ({ method: 'OPTIONS', path: path(facts) }),
    expected: { status: 204, headers: { Allow: ['GET', 'HEAD', ...more, 'OPTIONS'].join(', ') } },
  },
  ...['POST', 'PUT', 'PATCH', 'DELETE']
    .filter((method) => !more.includes(method))
    .map((method): Case => ({
      name: `${method} ${name} is refused`,
      request: (facts) => ({ method, path: path(facts), body: {} }),
      expected: {
        status: 405,
        type: 'method_not_allowed',
        headers: { Allow: ['GET', 'HEAD', ...more, 'OPTIONS'].join(', ') },
      },
    })),
]);

const WRITES: Case[] = WRITTEN.flatMap(([path, allow, refused]) => [
  {
    name: `OPTIONS ${path}`,
    request: { method: 'OPTIONS', path },
    expected: { status: 204, headers: { Allow: allow } },
  },
  ...refused.map((method): Case => ({
    name: `${method} ${path} is refused`,
    request: { method, path },
    expected: { status: 405, type: 'method_not_allowed', headers: { Allow: allow } },
  })),
  {
    name: `HEAD ${path} is refused`,
    request: { method: 'HEAD', path },
    expected: { status: 405, headers: { Allow: allow } },
  },
]);

const KEYED: [name: string, request: Request][] = [
  ['POST /v1/search', post('/v1/search', { query: 'ball' })],
  ['GET /v1/search', get('/v1/search?query=ball')],
  ['POST /v1/similar', post('/v1/similar', { asset_id: 'a:b' })],
  ['GET /v1/asset/{asset_id}', get('/v1/asset/a:b')],
  ['GET /v1/asset/direct/{asset_id}', get('/v1/asset/direct/a:b')],
  ['GET /v1/warm', get('/v1/warm')],
  ['GET /v1/usage', get('/v1/usage')],
  ['GET /v1/collection', get('/v1/collection')],
  ['GET /v1/usage/days', get('/v1/usage/days')],
  ['GET /v1/keys', get('/v1/keys')],
];
const PRIVATE: Case[] = KEYED.map(([name, request]) => ({
  name: `no cache keeps the answer of ${name}`,
  request,
  expected: {
    status: /similar|asset_id/.test(name) ? 404 : 200,
    headers: { 'Cache-Control': 'private, no-store' },
  },
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
    name: 'prices need no key and may be kept',
    request: get('/v1/pricing', { keyless: true }),
    expected: { status: 200, headers: { 'Cache-Control': /^public/ } },
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

export const HTTP_CASES: Case[] = [
  ...READS,
  ...WRITES,
  ...PRIVATE,
  ...PARAMETERS,
  ...ASSETS,
  ...ADDRESSES,
  ...HEADERS,
];
