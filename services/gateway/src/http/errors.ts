import type { ErrorCode } from '@imagesearch/service-kit/errors';
import { z } from 'zod';

interface CatalogueEntry {
  status: number;
  /** Where the fault is, when it is always in the same place. */
  loc?: readonly string[];
  /** What happened, for a caller. */
  meaning: string;
  /** What a caller does about it. */
  action: string;
  /** For the caller of a request that met it, where the meaning says too much. */
  says?: string;
}

/** Every error that a caller can see: the source of the statuses and of `docs/reference/errors.md`. */
export const ERRORS: Record<ErrorCode, CatalogueEntry> = {
  invalid_request: {
    status: 422,
    meaning: 'A value in the request is not allowed. Each fault has its own type, listed below.',
    action: 'Correct the value at `loc`. Up to 20 faults are listed.',
  },
  request_malformed: {
    status: 400,
    meaning: 'The request is not valid HTTP, or its address cannot be decoded.',
    action: 'Check the client library and any proxy.',
  },
  json_invalid: {
    status: 400,
    loc: ['body'],
    meaning: 'The body is not valid JSON.',
    action: 'Send one JSON object, in UTF-8.',
  },
  content_type_unsupported: {
    status: 415,
    loc: ['header', 'Content-Type'],
    meaning: 'The body is not JSON, or its charset or content encoding is not supported.',
    action: 'Send `Content-Type: application/json`, in UTF-8, plain or compressed with gzip, deflate or br.',
  },
  body_too_large: {
    status: 413,
    loc: ['body'],
    meaning:
      'The body is larger than `ctx.bytes_max`, as sent or after decompression: 8 MiB for a search on a plan with ' +
      '`image_search`, with 64 KiB for everything except `image_base64`; 36 MiB to add an image; 256 KiB to edit one; 64 KiB for ' +
      'any other request. A compressed body above 16 KiB may decompress to ten times its size.',
    action:
      'Send a smaller image: of 5 MiB at most in a search, of 25 MiB to add it. If `ctx.feature` is set, choose a plan that includes it.',
  },
  headers_too_large: {
    status: 431,
    loc: ['header'],
    meaning: 'The request line and the headers together are larger than 16 KiB.',
    action: 'Send fewer or shorter headers. Cookies are never needed.',
  },
  request_timeout: {
    status: 408,
    meaning: 'The headers (10 s) or the body (60 s) did not arrive in time.',
    action: 'Send it again over a faster connection, or send a smaller image.',
  },
  auth_missing: {
    status: 401,
    loc: ['header', 'X-API-Key'],
    meaning: 'The request carries no API key.',
    action: 'Send the key in the header `X-API-Key`.',
  },
  auth_invalid: {
    status: 401,
    loc: ['header', 'X-API-Key'],
    meaning: 'The API key is malformed, unknown, revoked or expired.',
    action: 'Check the key; ask the operator for another one.',
  },
  scope_missing: {
    status: 403,
    loc: ['header', 'X-API-Key'],
    meaning: 'The key lacks the scope that `ctx.scope` names.',
    action: 'Use another key of the account, or ask the operator for a key with that scope.',
  },
  plan_feature_missing: {
    status: 403,
    meaning: 'The plan that `ctx.plan` names does not include the feature that `ctx.feature` names.',
    action: 'Choose a plan that includes it (`GET /v1/pricing`).',
  },
  credits_exhausted: {
    status: 402,
    meaning:
      'Too few credits are left. `ctx.needed` and `ctx.remaining` count them; `ctx.reset_at` says when the next billing period starts.',
    action: 'Ask for fewer results, wait for `ctx.reset_at`, or buy a credit pack.',
  },
  idempotency_in_flight: {
    status: 409,
    loc: ['header', 'idempotency-key'],
    meaning: 'The first request with this Idempotency-Key is not answered yet.',
    action: 'Send it again after `Retry-After`. It then replays the answer of the first request.',
  },
  idempotency_mismatch: {
    status: 422,
    loc: ['header', 'idempotency-key'],
    meaning: 'This Idempotency-Key was sent with another body within the last 24 hours.',
    action: 'Use a new key for a new request.',
  },
  rate_limited: {
    status: 429,
    meaning:
      'A limit of the plan is reached. `ctx.limit` names it: `rpm`, `rpd` or `concurrent`. Nothing was done or billed.',
    action: 'Wait for `Retry-After`.',
  },
  route_not_found: {
    status: 404,
    loc: ['path'],
    meaning: 'This address does not exist.',
    action: 'Check the path against `/openapi.json`.',
  },
  method_not_allowed: {
    status: 405,
    meaning: 'The address does not support this method.',
    action: 'Use one of the methods in `Allow`.',
  },
  key_not_found: {
    status: 404,
    loc: ['path'],
    meaning: 'No live key of the account has this id.',
    action: 'Look the id up in `GET /v1/keys`. The key may have expired, or have been revoked.',
  },
  key_refused: {
    status: 403,
    meaning:
      'That cannot be done with the key: the account has 100 live keys, the key was rotated before, or only the operator may do it.',
    action: 'Do as the message says.',
  },
  asset_not_found: {
    status: 404,
    loc: ['path'],
    meaning: 'No asset has this id.',
    action: 'Check the id, `<source>:<id>`. The asset may be withdrawn.',
  },
  version_mismatch: {
    status: 412,
    loc: ['header', 'If-Match'],
    meaning: 'The image was changed after it was read: it has another `ETag` than `If-Match` names.',
    action: 'Read it again, and send the edit with its new `ETag`.',
  },
  seed_not_indexed: {
    status: 404,
    loc: ['body', 'asset_id'],
    meaning: 'The asset is not in the index, so nothing can be compared with it.',
    action: 'Use an asset whose look-up says `"indexed": true`.',
  },
  file_not_found: {
    status: 404,
    loc: ['path'],
    meaning: 'The file address is unknown or has expired.',
    action: 'Search again, or use the direct address of the asset with your API key.',
  },
  range_not_satisfiable: {
    status: 416,
    loc: ['header', 'Range'],
    meaning: 'The file has no byte in the requested range. `Content-Range` and `ctx.bytes` give its length.',
    action: 'Request a range within the file, or the whole file.',
  },
  model_mismatch: {
    status: 503,
    meaning:
      'The index was filled by another model than the one running, because the operator is changing one of them. Nothing was billed.',
    action: 'Try again after `Retry-After`, with growing pauses.',
  },
  rebuild_refused: {
    status: 409,
    meaning: 'The index cannot be rebuilt now. Only the operator of the service sees this error.',
    action: 'Do as the message says.',
  },
  overloaded: {
    status: 503,
    meaning: 'Too much work is waiting to be done in time. Nothing was billed.',
    action: 'Try again after `Retry-After`, with growing pauses.',
  },
  dependency_unavailable: {
    status: 503,
    says: 'A part of the service is unavailable. Nothing was billed.',
    meaning:
      'A part of the service is down. Nothing was billed, unless `ctx.billed` is `unknown`: then the search was done, and ' +
      'the database became unavailable before it confirmed the charge.',
    action:
      'Try again after `Retry-After`, with growing pauses. If `ctx.billed` is `unknown`, repeat the request with its ' +
      'Idempotency-Key, or first look up `ctx.query_id` in `GET /v1/usage`.',
  },
  deadline_exceeded: {
    status: 504,
    meaning: 'The answer was not ready in time. Nothing was billed.',
    action: 'Try again after `Retry-After`.',
  },
  // No client reads this answer. Proxies log 499 when the client closed the connection.
  cancelled: {
    status: 499,
    meaning: 'The caller closed the connection before the answer. Seen in logs only. Nothing was billed.',
    action: 'None.',
  },
  internal: {
    status: 500,
    meaning: 'The service failed. Its log has the cause under `request_id`. Nothing was billed.',
    action: 'Try again. If the error persists, tell the operator the `request_id`.',
  },
};

/** Whether the service is at fault: the message of such an error is for its operator and goes to the log. */
export const isOurs = (code: ErrorCode): boolean => ERRORS[code].status >= 500 || code === 'rebuild_refused';

/** What a caller reads of a fault of ours. */
export const sentenceOf = (code: ErrorCode): string => ERRORS[code].says ?? ERRORS[code].meaning;

/** Every kind of fault in a request that is answered with 422, and its meaning. */
export const FAULT_TYPES = {
  missing: 'A required field is absent.',
  extra_forbidden:
    'The field is not known. `ctx.did_you_mean` is a known field with a similar name, if there is one; it is given only for short names, and for the first five of an object. A long name is cut.',
  string_type: 'Expected text.',
  number_type: 'Expected a number.',
  int_type: 'Expected a whole number.',
  boolean_type: 'Expected `true` or `false`.',
  array_type: 'Expected an array.',
  object_type: 'Expected an object.',
  string_too_short: 'The text has fewer than `ctx.minimum` characters.',
  string_too_long: 'The text has more than `ctx.maximum` characters.',
  array_too_short: 'The array has fewer than `ctx.minimum` items.',
  array_too_long: 'The array has more than `ctx.maximum` items.',
  greater_than: 'The number is not above `ctx.minimum`.',
  greater_than_equal: 'The number is below `ctx.minimum`.',
  less_than: 'The number is not below `ctx.maximum`.',
  less_than_equal: 'The number is above `ctx.maximum`.',
  enum: 'The value is not in `ctx.expected`.',
  literal_error: 'The value is not `ctx.expected`.',
  string_pattern_mismatch: 'The text does not have the form that the field requires.',
  range_empty: 'A lower bound is above its upper bound.',
  not_unique: 'A value occurs twice.',
  mutually_exclusive: 'The request has two fields that exclude each other.',
  cursor_invalid: 'The text is not a cursor from an answer to this account.',
  cursor_mismatch: 'The cursor belongs to a request with different fields.',
  cursor_expired: 'The cursor is older than an hour.',
  json_too_deep: 'Objects and arrays are nested deeper than `ctx.depth_max` levels.',
  json_too_many_values: 'The body has more than `ctx.values_max` fields and items on all levels together.',
  too_many_faults:
    'Always the last item: the request has more faults than the answer lists. `ctx.found` counts all of them, `ctx.listed` those that are listed.',
  base64_invalid: 'The text is not base64.',
  image_too_large:
    'The image has more than `ctx.bytes_max` bytes: 5 MiB in a search, 25 MiB for an image that is added.',
  image_format:
    'The bytes are no image of a format that the request takes: JPEG, PNG or WebP in a search; those and HEIC, AVIF, TIFF, GIF, BMP and JPEG XL to add it.',
  image_too_many_pixels:
    'The image has too many pixels: more than 20 megapixels in a search, or an edge longer than 65,535 pixels.',
  image_unreadable: 'The image is damaged or incomplete.',
  image_too_complex:
    'The image is a JPEG with more than 100 scans, or takes too much time or memory to decode. If the image was fetched or decoded, this fault costs as much as a search without results, and `ctx.credits_charged` is present. No other fault costs credits.',
  image_removed: 'The operator has withdrawn or deleted this image, and only they can let it come back.',
  image_url_forbidden: 'The address is not a public https address on port 443.',
  image_url_unreachable: 'No image could be fetched from the address.',
  value_error: 'The value breaks a rule that `msg` states.',
} as const;

export type FaultType = keyof typeof FAULT_TYPES;

/** Faults of bodies that may hold an image. */
export const SEARCH_FAULTS: readonly FaultType[] = [
  'base64_invalid',
  'mutually_exclusive',
  'image_url_forbidden',
  'image_url_unreachable',
  'image_too_large',
  'image_format',
  'image_too_many_pixels',
  'image_unreadable',
  'image_too_complex',
];

/** What no schema of a body has: an open upper bound, one value alone, removed content, and rules of their own. */
const OTHER_FAULTS: readonly FaultType[] = ['less_than', 'literal_error', 'image_removed', 'value_error'];

/** Faults that a schema can find in a JSON body, whatever its fields. */
export const BODY_FAULTS = (Object.keys(FAULT_TYPES) as FaultType[]).filter(
  (type) => !SEARCH_FAULTS.includes(type) && !OTHER_FAULTS.includes(type),
);

/** One fault, placed and named (specification, section 2.6). */
export const faultSchema = z
  .strictObject({
    loc: z
      .array(z.union([z.string(), z.number().int()]))
      .describe('Path to the fault, outermost first; an array index is a number.'),
    msg: z.string().min(1).describe('For a person.'),
    type: z.string().min(1).describe('For a program; it does not change.'),
    input: z.unknown().describe('The value that was sent, if it is short; never an image or a key.'),
    ctx: z.record(z.string(), z.unknown()).describe('Facts that help to correct the request.'),
  })
  .describe('One fault.');

/** The one shape of every error. */
export const errorSchema = z
  .strictObject({
    detail: z.array(faultSchema).min(1),
    request_id: z
      .string()
      .min(1)
      .describe('Identifies the request in the log of the service; also in `X-Request-Id`.'),
  })
  .describe('Every error has this shape.');

export type ErrorBody = z.output<typeof errorSchema>;
