import { ImageSearchError } from './errors.js';

export interface ClientOptions {
  /** Where the service answers, such as `https://images.example.com`. */
  baseUrl: string | URL;
  /** Not needed for `pricing` and for the files of search results. */
  apiKey?: string | undefined;
  /** For each call, pauses and further attempts included; 30,000 unless set, 60,000 for a search with an image. */
  timeoutMs?: number | undefined;
  /** Requests after the first one; 4 unless set. */
  retries?: number | undefined;
  /** Instead of the platform's own, such as one that uses a proxy. */
  fetch?: typeof fetch | undefined;
}

export interface CallOptions {
  signal?: AbortSignal | undefined;
  timeoutMs?: number | undefined;
  retries?: number | undefined;
}

export interface SearchOptions extends CallOptions {
  /** Generated unless given. Give the key of a failed search to get its answer without a second charge. */
  idempotencyKey?: string | undefined;
}

const TIMEOUT_MS = 30_000;
const IMAGE_TIMEOUT_MS = 60_000;
const RETRIES = 4;

/** Time limits of one call. An attempt that takes half of the time is given up, so that another one can follow. */
export function limitsFor(call: CallOptions, client: ClientOptions, hasImage = false) {
  const timeoutMs = call.timeoutMs ?? client.timeoutMs ?? (hasImage ? IMAGE_TIMEOUT_MS : TIMEOUT_MS);
  const retries = call.retries ?? client.retries ?? RETRIES;
  if (!(timeoutMs > 0)) throw unusable('timeoutMs is a number above 0.');
  if (!(retries >= 0)) throw unusable('retries is a number, 0 or above.');
  return {
    timeoutMs,
    attemptTimeoutMs: retries === 0 ? timeoutMs : timeoutMs / 2,
    retries,
    signal: call.signal,
  };
}

/** The base address without its last slash. @throws ImageSearchError `options_invalid`. */
export function baseAddress(given: string | URL): string {
  try {
    const { protocol, origin, pathname } = new URL(given);
    if (protocol === 'http:' || protocol === 'https:') return origin + pathname.replace(/\/+$/, '');
  } catch {
    // Falls through to the same error.
  }
  throw unusable('baseUrl is an http or https address.');
}

/** Headers of every request. @throws ImageSearchError `options_invalid` for a key that no header can carry. */
export function requestHeaders(
  apiKey: string | undefined,
  more: Record<string, string | undefined> = {},
): Headers {
  const given = Object.entries({ Accept: 'application/json', 'X-API-Key': apiKey, ...more });
  try {
    return new Headers(given.filter((header): header is [string, string] => header[1] !== undefined));
  } catch {
    throw unusable('The API key or the Idempotency-Key has characters that a header cannot carry.');
  }
}

/** A random UUID. `crypto.randomUUID` is missing in pages that are not served over https. */
export function newIdempotencyKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x40;
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80;
  const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
}

function unusable(message: string): ImageSearchError {
  return new ImageSearchError(message, { type: 'options_invalid' });
}
