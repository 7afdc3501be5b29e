import type { status } from '@grpc/grpc-js';

/** Every code, and the gRPC status of its errors. A new code also needs a row in the gateway's `http/errors.ts`. */
export const ERROR_CODES = {
  invalid_request: 'INVALID_ARGUMENT',
  request_malformed: 'INVALID_ARGUMENT',
  json_invalid: 'INVALID_ARGUMENT',
  content_type_unsupported: 'INVALID_ARGUMENT',
  body_too_large: 'INVALID_ARGUMENT',
  headers_too_large: 'INVALID_ARGUMENT',
  request_timeout: 'CANCELLED',
  auth_missing: 'UNAUTHENTICATED',
  auth_invalid: 'UNAUTHENTICATED',
  scope_missing: 'PERMISSION_DENIED',
  plan_feature_missing: 'PERMISSION_DENIED',
  credits_exhausted: 'FAILED_PRECONDITION',
  idempotency_in_flight: 'ABORTED',
  idempotency_mismatch: 'INVALID_ARGUMENT',
  rate_limited: 'RESOURCE_EXHAUSTED',
  route_not_found: 'UNIMPLEMENTED',
  method_not_allowed: 'UNIMPLEMENTED',
  key_not_found: 'NOT_FOUND',
  key_refused: 'FAILED_PRECONDITION',
  asset_not_found: 'NOT_FOUND',
  version_mismatch: 'ABORTED',
  seed_not_indexed: 'NOT_FOUND',
  file_not_found: 'NOT_FOUND',
  range_not_satisfiable: 'OUT_OF_RANGE',
  model_mismatch: 'FAILED_PRECONDITION',
  rebuild_refused: 'FAILED_PRECONDITION',
  overloaded: 'RESOURCE_EXHAUSTED',
  dependency_unavailable: 'UNAVAILABLE',
  deadline_exceeded: 'DEADLINE_EXCEEDED',
  cancelled: 'CANCELLED',
  internal: 'INTERNAL',
} as const satisfies Record<string, keyof typeof status>;

export type ErrorCode = keyof typeof ERROR_CODES;

/** One fault in a request, in the shape that the public contract gives it (specification, section 2.6). */
export interface FieldIssue {
  /** Path to the fault, outermost first, e.g. `["body", "filters", "faces_min"]`. */
  loc: (string | number)[];
  msg: string;
  /** Machine-readable kind of the fault, e.g. `string_too_long`. */
  type: string;
  /** The invalid value; never an image, never a key. */
  input?: unknown;
  ctx?: Record<string, unknown>;
}

export interface AppErrorOptions {
  /** Facts that a caller can act on; public. */
  ctx?: Record<string, unknown>;
  issues?: FieldIssue[];
  /**
   * Of a fault of ours: a sentence for the caller of the API in the place of that of the code. It stays in this process, so
   * only the gateway gives one.
   */
  says?: string;
  /** The underlying error; logged, never sent. */
  cause?: unknown;
}

/**
 * A failure with a code. Where the fault is the caller's, the message is for them. Where it is ours, the message is for the
 * operator and may name a path: the gateway answers the sentence of the code. Any other error is a bug and is answered as
 * `internal`.
 */
export class AppError extends Error {
  readonly code: ErrorCode;
  readonly ctx: Record<string, unknown>;
  readonly issues: FieldIssue[];
  readonly says: string | undefined;

  constructor(code: ErrorCode, message: string, options: AppErrorOptions = {}) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause });
    this.name = 'AppError';
    this.code = code;
    this.ctx = options.ctx ?? {};
    this.issues = options.issues ?? [];
    this.says = options.says;
  }
}

export function invalid(issue: FieldIssue): AppError {
  return new AppError('invalid_request', issue.msg, { issues: [issue] });
}

/** @throws AppError `invalid_request` that says what is expected at this place of a request. */
export function check(isValid: boolean, loc: FieldIssue['loc'], expected: string): asserts isValid {
  if (!isValid) throw invalid({ loc, msg: `expected ${expected}`, type: 'value_error' });
}

/** Returns an AppError unchanged; wraps any other error as `internal` with it as the cause. */
export function toAppError(error: unknown): AppError {
  if (error instanceof AppError) return error;
  return new AppError('internal', 'The service failed unexpectedly.', { cause: error });
}
