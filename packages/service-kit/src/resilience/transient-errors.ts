import { toAppError, type ErrorCode } from '../errors.js';

/** The service is busy, restarting or slow: the same request may succeed later. */
const TRANSIENT: ReadonlySet<ErrorCode> = new Set([
  'overloaded',
  'rate_limited',
  'dependency_unavailable',
  'deadline_exceeded',
]);

export function isTransient(error: unknown): boolean {
  return TRANSIENT.has(toAppError(error).code);
}

const REQUEST_TIMEOUT = 408;
const TOO_MANY_REQUESTS = 429;
const SERVER_ERRORS = Array.from({ length: 100 }, (_, at) => 500 + at);

export const TRANSIENT_STATUSES: readonly number[] = [REQUEST_TIMEOUT, TOO_MANY_REQUESTS, ...SERVER_ERRORS];

export function isTransientStatus(status: number): boolean {
  return TRANSIENT_STATUSES.includes(status);
}

/** Node's codes for a peer that cannot be reached or closed the connection. */
export const TRANSIENT_NETWORK_CODES: readonly string[] = [
  'ECONNREFUSED',
  'ECONNRESET',
  'ECONNABORTED',
  'EPIPE',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ETIMEDOUT',
];

/** Codes of an unusable disk or mount: full, read-only, failing, or out of file handles. */
export const STORAGE_UNAVAILABLE_CODES: readonly string[] = [
  'ENOSPC',
  'EDQUOT',
  'EROFS',
  'EIO',
  'ESTALE',
  'ETIMEDOUT',
  'EMFILE',
  'ENFILE',
];
