import { z } from 'zod';
import { assetIdSchema } from '../assets/asset.js';
import { SEARCH_PARAMS } from '../search/request.js';
import { KEY_CHARS_MAX, KEY_FORM } from '../search/idempotency-key.js';
import { type JsonObject, embedded } from './schemas.js';

const assetId = embedded(z.toJSONSchema(assetIdSchema) as JsonObject);

type Parameter = JsonObject & { name: string; in: 'query' | 'path' | 'header' };

/** Parameters of `GET /v1/search`: fields of the body, described and bounded as there. */
const SEARCH: Record<string, Parameter> = Object.fromEntries(
  Object.entries(SEARCH_PARAMS).map(([name, field]) => {
    const { description, ...schema } = field as JsonObject;
    return [
      `Search.${name}`,
      { name, in: 'query', ...(description !== undefined && { description }), schema },
    ];
  }),
);

/** Names of the parameters of `GET /v1/search`. */
export const SEARCH_PARAMETERS: readonly string[] = Object.keys(SEARCH);

/** Those that say what an image is wanted for; a look-up has them too. */
export const USE_PARAMETERS = SEARCH_PARAMETERS.filter((name) => name.startsWith('Search.use_'));

/** Parameters of paths, queries and headers, by the name that operations refer to. */
export const PARAMETERS: Readonly<Record<string, Parameter>> = {
  ...SEARCH,
  RequestId: {
    name: 'X-Request-Id',
    in: 'header',
    description:
      'Identifies the request in the answer and in the log of the service: 1 to 128 letters, digits and characters of ' +
      '`._:-`. Any other value is replaced by a generated one.',
    schema: { type: 'string' },
    example: 'my-request-1',
  },
  IdempotencyKey: {
    name: 'Idempotency-Key',
    in: 'header',
    description:
      'Makes it safe to repeat this request: the first answer is stored for 24 hours and replayed without a charge. A ' +
      'key belongs to the account and the address. After an error, the key can be used again.',
    schema: { type: 'string', minLength: 1, maxLength: KEY_CHARS_MAX, pattern: KEY_FORM.source },
    example: '5f2c8f4e-6f0e-4a53-9b0d-2f3f1f0a7c11',
  },
  AssetId: {
    name: 'asset_id',
    in: 'path',
    required: true,
    schema: assetId,
    example: 'openmoji:1F436',
  },
  KeyId: {
    name: 'key_id',
    in: 'path',
    required: true,
    description: 'The `key_id` of `GET /v1/keys`.',
    schema: { type: 'string' },
    example: '8d0f7c1e-5b7a-4c52-9d0a-3a51e2f6b714',
  },
  Days: {
    name: 'days',
    in: 'query',
    description: 'How many days, today included.',
    schema: { type: 'integer', minimum: 1, maximum: 90, default: 30 },
    example: 30,
  },
  QueryId: {
    name: 'query_id',
    in: 'path',
    required: true,
    description: 'The `query_id` of the answer that contains the image.',
    schema: { type: 'string' },
    example: 'q_0f3d5a6b7c8e9f00112233445566778a',
  },
  Token: { name: 'token', in: 'path', required: true, schema: { type: 'string' } },
  Range: {
    name: 'Range',
    in: 'header',
    description:
      'One range of bytes, such as `bytes=0-1023`, `bytes=1024-` or `bytes=-512`. Several ranges, and other ' +
      'forms, are ignored: the answer is then the whole file.',
    schema: { type: 'string' },
    example: 'bytes=0-1023',
  },
  IfRange: {
    name: 'If-Range',
    in: 'header',
    description:
      'An `ETag`. If the file has another one, `Range` is ignored and the answer is the whole file.',
    schema: { type: 'string' },
  },
  IfNoneMatch: {
    name: 'If-None-Match',
    in: 'header',
    description: 'The `ETag` of the file that the caller already has.',
    schema: { type: 'string' },
  },
  Variant: {
    name: 'v',
    in: 'query',
    description:
      '`thumb`: at most 400 pixels on the longest edge, a JPEG of a JPEG, else a WebP. `view`: a WebP for screens, at most ' +
      '1,600 pixels on the longest edge; for a GIF, the GIF itself. `credited`: the original with its credit line, its licence and the address of its source ' +
      'added to its metadata (XMP, and IPTC in a JPEG), for a file that leaves the page where it was found. Pixels and other ' +
      'metadata stay as they are. An image with delivery `link` has neither `view` nor `credited`. Omit the parameter for the original.',
    schema: { type: 'string', enum: ['thumb', 'view', 'credited'] },
  },
};

/** Every header that an answer may carry and a caller may read. */
export const HEADERS = {
  'X-Request-Id': {
    required: true,
    description: "The caller's `X-Request-Id`, or a generated one. Quote it when you report a problem.",
    schema: { type: 'string', pattern: '^[A-Za-z0-9._:-]{1,128}$' },
    example: 'req_6f1c2b8e0a9d4f57b3c1e2d4',
  },
  'X-Content-Type-Options': { required: true, schema: { type: 'string', const: 'nosniff' } },
  'X-Credits-Charged': {
    required: true,
    description: 'Credits charged for this request; 0 for a replayed answer.',
    schema: { type: 'string', pattern: '^\\d+$' },
    example: '1',
  },
  'X-Credits-Remaining': {
    description: 'Credits left, including packs. Absent on a plan without a limit.',
    schema: { type: 'string', pattern: '^\\d+$' },
    example: '4999',
  },
  'Idempotent-Replayed': {
    description:
      'Present if this is the stored answer of an earlier request with the same `Idempotency-Key`.',
    schema: { type: 'string', const: 'true' },
    example: 'true',
  },
  'RateLimit-Policy': {
    description:
      'The limits of the account, each with its quota (`q`) and its window in seconds (`w`): ' +
      '`rpm` and `rpd` are rolling windows, `concurrent` counts requests in progress. Format: ' +
      'draft-ietf-httpapi-ratelimit-headers-11. ' +
      'Absent on a plan without limits.',
    schema: { type: 'string' },
    example: '"rpm";q=60;w=60, "rpd";q=5000;w=86400, "concurrent";q=4;qu="concurrent-requests"',
  },
  RateLimit: {
    description:
      'What is left of each limit (`r`), and the seconds until more is available (`t`). In a 429, `Retry-After` is the largest ' +
      '`t` of the limits with `r=0`.',
    schema: { type: 'string' },
    example: '"rpm";r=59;t=60, "rpd";r=4210;t=812, "concurrent";r=3',
  },
  'Cache-Control': { required: true, schema: { type: 'string' }, example: 'private, max-age=300' },
  'Retry-After': {
    required: true,
    description: 'Seconds to wait before trying again.',
    schema: { type: 'string', pattern: '^\\d+$' },
    example: '2',
  },
  'WWW-Authenticate': { required: true, schema: { type: 'string', const: 'ApiKey' } },
  Allow: {
    required: true,
    description: 'The methods that this address supports.',
    schema: { type: 'string' },
    example: 'GET, HEAD, OPTIONS',
  },
  Location: { required: true, schema: { type: 'string', format: 'uri' } },
  ETag: { required: true, schema: { type: 'string' } },
  'Accept-Ranges': { required: true, schema: { type: 'string', const: 'bytes' } },
  'Content-Range': {
    required: true,
    description: 'The range of bytes in this answer, and the size of the file.',
    schema: { type: 'string', pattern: '^bytes (?:\\d+-\\d+|\\*)/\\d+$' },
    example: 'bytes 0-1023/52341',
  },
  'Content-Disposition': { required: true, schema: { type: 'string' } },
  'Content-Credentials': {
    description:
      '`invalidated`: the original has Content Credentials (a C2PA manifest), and the credit that `v=credited` writes into ' +
      'its metadata breaks their signature. Absent if the file has none.',
    schema: { type: 'string', const: 'invalidated' },
    example: 'invalidated',
  },
  'Content-Security-Policy': { required: true, schema: { type: 'string' } },
} as const satisfies Record<string, JsonObject>;

export type HeaderName = keyof typeof HEADERS;

const EVERYWHERE: readonly HeaderName[] = ['X-Request-Id', 'X-Content-Type-Options'];

export function headerRefs(names: readonly HeaderName[] = []): JsonObject {
  return Object.fromEntries(
    [...EVERYWHERE, ...names].map((name) => [name, { $ref: `#/components/headers/${name}` }]),
  );
}
