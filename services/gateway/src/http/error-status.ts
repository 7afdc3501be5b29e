import type { ErrorCode } from '@imagesearch/service-kit/errors';

/** HTTP status of each error. */
export const HTTP_STATUS: Record<ErrorCode, number> = {
  invalid_request: 422,
  request_malformed: 400,
  json_invalid: 400,
  content_type_unsupported: 415,
  body_too_large: 413,
  auth_missing: 401,
  auth_invalid: 401,
  plan_feature_missing: 403,
  credits_exhausted: 402,
  rate_limited: 429,
  route_not_found: 404,
  method_not_allowed: 405,
  asset_not_found: 404,
  seed_not_indexed: 404,
  file_not_found: 404,
  model_mismatch: 503,
  overloaded: 503,
  dependency_unavailable: 503,
  deadline_exceeded: 504,
  // Nobody is left to read it; the number is what proxies log for a client that went away.
  cancelled: 499,
  internal: 500,
};
