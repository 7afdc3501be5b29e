import type { JsonObject } from './schemas.js';

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
