import type { Fault } from '../contract.js';
import { ImageSearchError } from '../errors.js';
import { retryAfterMsOf } from './retry-policy.js';

/** The error that an answer without success states. A body of another shape is a proxy's. */
export function refusal(response: Response, text: string): ImageSearchError {
  const facts = {
    status: response.status,
    requestId: response.headers.get('X-Request-Id'),
    retryAfterMs: retryAfterMsOf(response.headers),
  };
  const faults = faultsOf(text);
  const [first] = faults;
  if (!first) {
    const what = response.status === 0 ? 'a redirect' : `status ${response.status}`;
    return new ImageSearchError(`Not the image search answered, but something else, with ${what}.`, {
      ...facts,
      type: 'unexpected_answer',
    });
  }
  const isFaulty = response.status === 422 && first.type !== 'idempotency_mismatch';
  return new ImageSearchError(faults.map(sentence).join(' '), {
    ...facts,
    faults,
    type: isFaulty ? 'invalid_request' : first.type,
  });
}

function sentence({ loc, msg }: Fault): string {
  const path = loc.filter((part, at) => at > 0 || part !== 'body').join('.');
  return path === '' ? msg : `${path}: ${msg}`;
}

function faultsOf(text: string): Fault[] {
  try {
    const { detail } = JSON.parse(text) as { detail?: unknown };
    return Array.isArray(detail) ? detail.filter(isFault) : [];
  } catch {
    return [];
  }
}

function isFault(value: unknown): value is Fault {
  const { type, msg, loc } = (value ?? {}) as Partial<Record<keyof Fault, unknown>>;
  return typeof type === 'string' && typeof msg === 'string' && Array.isArray(loc);
}
