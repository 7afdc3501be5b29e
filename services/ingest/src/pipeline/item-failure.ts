import { AppError, type ErrorCode } from '@imagesearch/service-kit/errors';
import { STORAGE_UNAVAILABLE_CODES } from '@imagesearch/service-kit/resilience/transient-errors';
import { ItemFault } from './item-fault.js';
import { ApiError } from '../sources/network/api.js';

/** What a failure concerns: one item, which is reported and skipped; or the run, which stops or tries again. */
const CONCERNS: Record<ErrorCode, 'item' | 'run'> = {
  invalid_request: 'item',
  request_malformed: 'item',
  json_invalid: 'item',
  content_type_unsupported: 'item',
  body_too_large: 'item',
  headers_too_large: 'item',
  asset_not_found: 'item',
  seed_not_indexed: 'item',
  file_not_found: 'item',
  range_not_satisfiable: 'item',
  // A service that fails on one image goes on with the next one.
  internal: 'item',
  request_timeout: 'run',
  auth_missing: 'run',
  auth_invalid: 'run',
  scope_missing: 'run',
  plan_feature_missing: 'run',
  credits_exhausted: 'run',
  idempotency_in_flight: 'run',
  idempotency_mismatch: 'run',
  rate_limited: 'run',
  route_not_found: 'run',
  method_not_allowed: 'run',
  model_mismatch: 'run',
  rebuild_refused: 'run',
  overloaded: 'run',
  dependency_unavailable: 'run',
  deadline_exceeded: 'run',
  cancelled: 'run',
};

/**
 * Why one item cannot be ingested, in words for the operator; undefined when the failure concerns the run.
 * @param signal Of the run: whatever fails after it fired says nothing about an item.
 */
export function itemFailureOf(error: unknown, signal: AbortSignal): string | undefined {
  if (signal.aborted) return undefined;
  if (error instanceof ItemFault) return error.message;
  if (error instanceof AppError) {
    const said = error.issues.map(({ msg }) => msg).join('; ');
    return CONCERNS[error.code] === 'item' ? said || error.message : undefined;
  }
  if (error instanceof ApiError || isStorageUnavailable(error)) return undefined;
  return error instanceof Error ? error.message : String(error);
}

/** A disk that is full, read-only or gone is so for every item. */
function isStorageUnavailable(error: unknown): boolean {
  return STORAGE_UNAVAILABLE_CODES.includes((error as NodeJS.ErrnoException | undefined)?.code ?? '');
}
