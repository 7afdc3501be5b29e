import type { ContractErrorType, Fault } from './generated/contract.js';

/** Errors that the client itself finds. */
export type ClientErrorType =
  /** The connection failed, or the answer was cut off, at every attempt. */
  | 'connection_lost'
  /** No complete answer came in time. */
  | 'timed_out'
  /** Something other than the service answered, such as a proxy. */
  | 'unexpected_answer'
  /** A 422; `faults` has the type of each fault. */
  | 'invalid_request'
  /** The file of an asset cannot be read here; the file of a search result can. */
  | 'file_needs_result'
  /** An option or an argument of the client is not usable. */
  | 'options_invalid';

/** A `type` of a later version of the contract is possible. */
export type ErrorType = ContractErrorType | ClientErrorType | (string & {});

export interface ErrorFacts {
  type: ErrorType;
  /** HTTP status; null when no answer came. */
  status?: number | null;
  faults?: readonly Fault[];
  requestId?: string | null;
  retryAfterMs?: number | null;
  cause?: unknown;
}

/** Every failure of the client, except an abort by the caller: that rejects with the reason of the signal. */
export class ImageSearchError extends Error {
  override readonly name = 'ImageSearchError';
  readonly type: ErrorType;
  /** HTTP status; null when no answer came. */
  readonly status: number | null;
  /** What the service said, fault by fault; empty when the client found the error. */
  readonly faults: readonly Fault[];
  /** Identifies the request in the log of the service. */
  readonly requestId: string | null;
  /** How long the service asked to wait, in milliseconds. */
  readonly retryAfterMs: number | null;
  /** Send the same search with this key to get its answer without a second charge. */
  readonly idempotencyKey: string | null = null;
  /** Requests that were sent. */
  readonly attempts: number = 0;

  constructor(message: string, facts: ErrorFacts) {
    const { type, status = null, faults = [], requestId = null, retryAfterMs = null, ...options } = facts;
    super(message, options);
    this.type = type;
    this.status = status;
    this.faults = faults;
    this.requestId = requestId;
    this.retryAfterMs = retryAfterMs;
  }

  /** Facts about the first fault, such as `needed` and `remaining` of `credits_exhausted`. */
  get ctx(): Readonly<Record<string, unknown>> {
    return this.faults[0]?.ctx ?? {};
  }
}

/** Whether this is an error of the client, of one of these types if any are given. */
export function isImageSearchError(error: unknown, ...types: ErrorType[]): error is ImageSearchError {
  return error instanceof ImageSearchError && (types.length === 0 || types.includes(error.type));
}
