/** The set is closed: a new code needs a gRPC status in `grpc/status.ts` and an HTTP status in the gateway. */
export type ErrorCode =
  | 'invalid_request'
  | 'request_malformed'
  | 'json_invalid'
  | 'content_type_unsupported'
  | 'body_too_large'
  | 'headers_too_large'
  | 'request_timeout'
  | 'auth_missing'
  | 'auth_invalid'
  | 'scope_missing'
  | 'plan_feature_missing'
  | 'credits_exhausted'
  | 'idempotency_in_flight'
  | 'idempotency_mismatch'
  | 'rate_limited'
  | 'route_not_found'
  | 'method_not_allowed'
  | 'key_not_found'
  | 'key_refused'
  | 'asset_not_found'
  | 'seed_not_indexed'
  | 'file_not_found'
  | 'range_not_satisfiable'
  | 'model_mismatch'
  | 'rebuild_refused'
  | 'overloaded'
  | 'dependency_unavailable'
  | 'deadline_exceeded'
  | 'cancelled'
  | 'internal';

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
  /** The underlying error; logged, never sent. */
  cause?: unknown;
}

/** A failure whose message may be sent to callers. Any other error is a bug and is answered as `internal`. */
export class AppError extends Error {
  readonly code: ErrorCode;
  readonly ctx: Record<string, unknown>;
  readonly issues: FieldIssue[];

  constructor(code: ErrorCode, message: string, options: AppErrorOptions = {}) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause });
    this.name = 'AppError';
    this.code = code;
    this.ctx = options.ctx ?? {};
    this.issues = options.issues ?? [];
  }
}

/** This replica of a service can not answer now; another one may. A gRPC client sends the call to another one. */
export class ReplicaNotReady extends AppError {
  constructor(message: string) {
    super('dependency_unavailable', message);
    this.name = 'ReplicaNotReady';
  }
}

export function invalid(issue: FieldIssue): AppError {
  return new AppError('invalid_request', issue.msg, { issues: [issue] });
}

/** Returns an AppError unchanged; wraps any other error as `internal` with it as the cause. */
export function toAppError(error: unknown): AppError {
  if (error instanceof AppError) return error;
  return new AppError('internal', 'The service failed unexpectedly.', { cause: error });
}
