import type { ErrorCode } from '@imagesearch/service-kit/errors';

export interface CatalogueEntry {
  /** HTTP status. */
  status: number;
  /** Where the fault is, when it is always in the same place. */
  loc?: readonly string[];
  /** What happened, for a caller. */
  meaning: string;
  /** What a caller does about it. */
  action: string;
  /** What a service says of it is for the operator and goes to the log; a caller reads the meaning. */
  isForOperator?: true;
}

/** Every way in which a request can fail, as a caller meets it: the source of the statuses and of `docs/errors.md`. */
export const ERRORS: Record<ErrorCode, CatalogueEntry> = {
  invalid_request: {
    status: 422,
    meaning:
      'The request was read, but a value in it is not allowed. Each fault has a type of its own, listed below.',
    action: 'Correct what `loc` points at. Up to 20 faults are listed.',
  },
  request_malformed: {
    status: 400,
    meaning: 'The request is not HTTP that can be read, or its path cannot be decoded.',
    action: 'Look at the client library or the proxy in between.',
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
    meaning: 'The body is of another type than JSON, or in a charset or content encoding that is not read.',
    action: 'Send `Content-Type: application/json`, in UTF-8, plain or compressed with gzip, deflate or br.',
  },
  body_too_large: {
    status: 413,
    loc: ['body'],
    meaning:
      'The body is larger than `ctx.bytes_max`, as sent or once decompressed: 8 MiB for a search under a plan with ' +
      '`image_search`, of which all but `image_base64` is 64 KiB; 64 KiB for anything else. A compressed body above 16 KiB ' +
      'may grow tenfold.',
    action:
      'Send a smaller picture; 5 MiB is the most for one. Where `ctx.feature` is set, choose a plan that includes it.',
  },
  headers_too_large: {
    status: 431,
    loc: ['header'],
    meaning: 'The request line and the headers together are larger than 16 KiB.',
    action: 'Send fewer or shorter headers, such as cookies, which are never needed.',
  },
  request_timeout: {
    status: 408,
    meaning: 'The headers (10 s) or the body (60 s) did not arrive in time.',
    action: 'Send it again over a faster line, or send a smaller picture.',
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
    meaning: 'The key may not be used for this; `ctx.scope` names what it would need.',
    action: 'Use another key of the account, or ask the operator for one with that scope.',
  },
  plan_feature_missing: {
    status: 403,
    meaning: 'The plan does not include what was asked for; `ctx.feature` and `ctx.plan` name both.',
    action: 'Choose a plan that includes it (`GET /v1/pricing`).',
  },
  credits_exhausted: {
    status: 402,
    meaning:
      'Too few credits are left; `ctx.needed`, `ctx.remaining` and `ctx.reset_at` say how many and until when.',
    action: 'Ask for fewer results, wait for `ctx.reset_at`, or buy a credit pack.',
  },
  idempotency_in_flight: {
    status: 409,
    loc: ['header', 'idempotency-key'],
    meaning: 'The first request with this Idempotency-Key is not answered yet.',
    action: 'Send it again after `Retry-After`; once the first is answered, its answer is replayed.',
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
      'A limit of the plan is reached; `ctx.limit` names it: `rpm`, `rpd` or `concurrent`. Nothing was done or billed.',
    action: 'Wait for `Retry-After`.',
  },
  route_not_found: {
    status: 404,
    loc: ['path'],
    meaning: 'There is nothing at this address.',
    action: 'Check the path against `/openapi.json`.',
  },
  method_not_allowed: {
    status: 405,
    meaning: 'The address exists and does not take this method.',
    action: 'Use one of the methods in `Allow`.',
  },
  asset_not_found: {
    status: 404,
    loc: ['path'],
    meaning: 'There is no asset of this id.',
    action: 'Check the id, `<source>:<id>`; the asset may have been taken down.',
  },
  seed_not_indexed: {
    status: 404,
    loc: ['body', 'asset_id'],
    meaning: 'The asset is not in the index, so that nothing can be compared with it.',
    action: 'Use an asset whose lookup says `"indexed": true`.',
  },
  file_not_found: {
    status: 404,
    loc: ['path'],
    meaning: 'The file address is unknown or has expired.',
    action: 'Search again, or use the direct address of the asset with your key.',
  },
  range_not_satisfiable: {
    status: 416,
    loc: ['header', 'Range'],
    meaning:
      'The file has no byte of the range asked for; `Content-Range` and `ctx.bytes` say how long it is.',
    action: 'Ask for a range within the file, or for the whole of it.',
  },
  model_mismatch: {
    status: 503,
    meaning:
      'The index was filled by another model than the one that runs; the operator is changing one of them. Nothing was billed.',
    action: 'Try again after `Retry-After`, with growing pauses.',
    isForOperator: true,
  },
  rebuild_refused: {
    status: 409,
    meaning: 'The index cannot be rebuilt as things stand. Only the operator of the service meets it.',
    action: 'Do as the message says.',
  },
  overloaded: {
    status: 503,
    meaning: 'More work is waiting than can be done in time. Nothing was billed.',
    action: 'Try again after `Retry-After`, with growing pauses.',
  },
  dependency_unavailable: {
    status: 503,
    meaning:
      'A part of the service is down. Nothing was billed, unless `ctx.billed` says `unknown`: then the search was done and ' +
      'the database went away before it confirmed the charge.',
    action:
      'Try again after `Retry-After`, with growing pauses. Where `ctx.billed` is `unknown`, repeat it with its ' +
      'Idempotency-Key, or look `ctx.query_id` up in `GET /v1/usage` first.',
  },
  deadline_exceeded: {
    status: 504,
    meaning: 'The answer was not ready in time. Nothing was billed.',
    action: 'Try again after `Retry-After`.',
  },
  // Nobody is left to read it; the number is what proxies log for a client that went away.
  cancelled: {
    status: 499,
    meaning: 'The caller closed the connection before the answer. Seen in logs only. Nothing was billed.',
    action: 'None.',
  },
  internal: {
    status: 500,
    meaning: 'A fault of ours. The cause is in our log under `request_id`. Nothing was billed.',
    action: 'Try again; tell the operator the `request_id` when it persists.',
    isForOperator: true,
  },
};
