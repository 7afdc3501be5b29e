import { expect } from '@jest/globals';
import { answers, get, keyless, patch, post, refuses, remove, type Case } from './case.js';

const PRIVATE = 'private, no-store';
const PUBLIC = 'public, max-age=300';
const DIRECT = '/v1/asset/direct';
const UPLOAD = '/v1/asset/{upload_id}';
const IMAGE = 'body.image_base64';
const VARIANTS = { expected: ['thumb', 'thumb_2x', 'view', 'credited'] };
const MANY = Array.from({ length: 101 }, (_, at) => `p${at}=1`).join('&');

const READ: [path: string, status: number, cacheControl: string][] = [
  ['/v1/pricing', 200, PUBLIC],
  ['/v1/warm', 200, PRIVATE],
  ['/v1/usage', 200, PRIVATE],
  ['/v1/collection', 200, PRIVATE],
  ['/v1/usage/days', 200, PRIVATE],
  ['/v1/keys', 200, PRIVATE],
  ['/openapi.json', 200, PUBLIC],
  ['/docs', 200, PUBLIC],
  ['/v1/asset/{asset_id}', 200, PRIVATE],
  [`${DIRECT}/{asset_id}`, 302, 'private, max-age=300'],
  [`${DIRECT}/{asset_id}?v=thumb`, 302, 'private, max-age=300'],
  [`${DIRECT}/{asset_id}?v=thumb_2x`, 302, 'private, max-age=300'],
  [`${DIRECT}/{asset_id}?v=view`, 302, 'private, max-age=300'],
  ['/v1/asset/{query_id}/{asset_id}', 302, PUBLIC],
];

const NOWHERE = ['/v1/search/', '/V1/pricing', '/v1/asset/a/b/c', '/metrics'];

const READS: Case[] = [
  ...READ.flatMap(([path, status, cacheControl]) =>
    ['GET', 'HEAD'].map((method): Case => [
      `${method} ${path}`,
      { method, path },
      answers(status, undefined, { 'Cache-Control': cacheControl }),
    ]),
  ),
  ...NOWHERE.flatMap((path) =>
    ['GET', 'OPTIONS'].map((method): Case => [
      `${method} ${path}`,
      { method, path },
      refuses('route_not_found', 'path'),
    ]),
  ),
  ['a file of an answer, without a key', keyless('/v1/asset/{query_id}/{asset_id}'), answers(302)],
  ['prices, without a key', keyless('/v1/pricing'), answers(200, {}, { 'X-Powered-By': null, Server: null })],
  [
    'the page of the contract, which runs nothing from elsewhere',
    keyless('/docs'),
    answers(200, undefined, { 'Content-Security-Policy': /default-src 'none'.*script-src 'self';/ }),
  ],
  [
    'a parameter that another may be meant by',
    get(`${DIRECT}/a:b?variant=thumb`),
    refuses('extra_forbidden', 'query.variant', { did_you_mean: 'v' }),
  ],
  [
    'a search of 101 parameters',
    get(`/v1/search?${MANY}`),
    refuses('array_too_long', 'query', { maximum: 100 }),
  ],
  [
    'prices of 101 parameters',
    get(`/v1/pricing?${MANY}`),
    refuses('array_too_long', 'query', { maximum: 100 }),
  ],
  ...['unknown', 'drawn:..%2Fx', 'direct/unknown', 'direct/drawn:..%2Fx'].map((id): Case => [
    `what is no id: ${id}`,
    get(`/v1/asset/${id}`),
    refuses('string_pattern_mismatch', 'path.asset_id'),
  ]),
  ['an asset that is not there', get('/v1/asset/drawn:none'), refuses('asset_not_found', 'path')],
  ['a file that is not there', get(`${DIRECT}/drawn:none`), refuses('asset_not_found', 'path')],
  ['a path that cannot be decoded', get('/v1/asset/%E0%A4%A'), refuses('request_malformed')],
  [
    'a variant that is none',
    get(`${DIRECT}/{asset_id}?v=huge`),
    refuses('literal_error', 'query.v', VARIANTS),
  ],
  ['two variants', get(`${DIRECT}/{asset_id}?v=view&v=view`), refuses('literal_error', 'query.v', VARIANTS)],
  ['a file of no answer', get('/v1/asset/q_0/{asset_id}'), refuses('file_not_found', 'path')],
  ['a file of a guess', get(`/v1/asset/q_${'0'.repeat(32)}/{asset_id}`), refuses('file_not_found', 'path')],
  ['a file that its answer does not hold', get('/v1/asset/{query_id}/drawn:none'), refuses('file_not_found')],
  ['a download of no file', get('/v1/download/nonsense'), refuses('file_not_found', 'path')],
  ...['A'.repeat(128), 'a.b:c_d'].map((id): Case => [
    `the request id ${id.slice(0, 12)} comes back`,
    get('/v1/pricing', { 'X-Request-Id': id }),
    answers(200, {}, { 'X-Request-Id': id }),
  ]),
  ...['A'.repeat(129), '<script>', ''].map((id): Case => [
    `the request id ${JSON.stringify(id.slice(0, 12))} is replaced`,
    get('/v1/pricing', { 'X-Request-Id': id }),
    answers(200, {}, { 'X-Request-Id': /^req_[0-9a-f]{24}$/ }),
  ]),
  ...['gzip', 'br'].map((encoding): Case => [
    `${encoding} for a caller that takes it`,
    get('/openapi.json', { 'Accept-Encoding': encoding }),
    answers(200, {}, { 'Content-Encoding': encoding, Vary: /Accept-Encoding/ }),
  ]),
];

const base64 = (bytes: Buffer) => bytes.toString('base64');
const adding = (image_base64: string, said: object = {}) => post('/v1/asset', { image_base64, ...said });
const WHOLE = {
  ...{ file_name: 'red-disc.png', tags: ['disc'], license: 'nobody knows this licence', ai_generated: false },
  ...{ creator_url: 'https://example.org/ada', source_url: 'https://example.org/disc' },
};
const EDIT = { creator: 'Ada', description: 'A disc.' };

/** They follow each other: the first adds the image that the others edit and delete. */
const UPLOADS: Case[] = [
  [
    'an image of which nobody states the required licence',
    adding('{image}', { license_required: true }),
    refuses('missing', 'body.license'),
  ],
  [
    'an image is added',
    adding('{image}', { title: 'Wanted', license: 'CC0', license_required: true }),
    answers(201, { title: 'Wanted', license: 'cc0', indexed: true }),
  ],
  [
    'the same image replaces what was said of it',
    adding('data:image/png;base64,{image}', WHOLE),
    answers(200, { title: 'red disc', tags: ['disc'], license: 'unknown' }),
  ],
  ['an image is edited', patch(UPLOAD, EDIT), answers(200, { title: 'red disc', ...EDIT })],
  [
    'the history of an image, with what was said again and what was edited',
    get(`${UPLOAD}/history`),
    answers(200, {
      changes: [
        expect.objectContaining({ what: 'added again', license: 'unknown', previous_license: 'cc0' }),
        expect.objectContaining({
          ...{ what: 'edited description, creator', key_prefix: expect.stringMatching(/^isk_live_/) },
          ...{ state: 'active', license: null },
        }),
      ],
    }),
  ],
  ['the history of a foreign image', get('/v1/asset/{asset_id}/history'), refuses('asset_not_found')],
  ['an edit of nothing', patch(UPLOAD, {}), refuses('missing', 'body')],
  ['an edit of the file', patch(UPLOAD, { file_name: 'a' }), refuses('extra_forbidden', 'body.file_name')],
  ['an edit of 256 KiB', patch(UPLOAD, { title: 'x'.repeat(256 * 1024) }), refuses('body_too_large')],
  ['an edit of a foreign image', patch('/v1/asset/{asset_id}', EDIT), refuses('asset_not_found')],
  ['a deletion of a foreign image', remove('/v1/asset/{asset_id}'), refuses('asset_not_found')],
  ['an image is deleted', remove(UPLOAD), answers(204)],
  [
    'the history of a deleted image',
    get(`${UPLOAD}/history`),
    answers(200, {
      changes: expect.arrayContaining([
        expect.objectContaining({ what: 'deleted over the API', state: 'deleted' }),
      ]),
    }),
  ],
  ['an edit of a deleted image', patch(UPLOAD, EDIT), refuses('asset_not_found')],
  ['a second deletion', remove(UPLOAD), refuses('asset_not_found')],
  ['an image that is not base64', adding('%%%'), refuses('base64_invalid', IMAGE)],
  ['a file that is no image', adding(base64(Buffer.from('no image'))), refuses('image_format', IMAGE)],
  [
    'a damaged image',
    adding(base64(Buffer.from('89504e470d0a1a0a00', 'hex'))),
    refuses('image_unreadable', IMAGE),
  ],
  ['an image of 26 MiB', adding(base64(Buffer.alloc(26 * 2 ** 20))), refuses('image_too_large', IMAGE)],
  ['a body of 37 MiB', adding('A'.repeat(37 * 2 ** 20)), refuses('body_too_large')],
  ['no image', post('/v1/asset', { title: 'Nothing' }), refuses('missing', IMAGE)],
  [
    'an image with an address that is none',
    adding('{image}', { source_url: 'javascript:alert(1)' }),
    refuses('value_error', 'body.source_url'),
  ],
];

export const ASSET_CASES: Case[] = [...READS, ...UPLOADS];
