/**
 * How long copies of a file may live, in seconds. A withdrawal takes effect everywhere within 15 minutes:
 * another replica still gives addresses for `FILES_KNOWN_S`, the last of them works for `VALID_S + WINDOW_S` at most, and a
 * copy that is fetched at its end may be kept for `STORE_COPY_S`: 10 + 720 + 150 s. This service itself reads the asset
 * again for every download, so that only copies outlive the withdrawal: 10 + 600 s.
 */
export const FILES_KNOWN_S = 10;

/** Long enough to follow a cached redirect on a slow connection, short enough to limit the harm of a leaked address. */
const VALID_S = 600;
/** Addresses of one file are equal within a window, so that caches between the caller and the store find its copy. */
const WINDOW_S = 120;
const OWN_COPY_S = 600;
const STORE_COPY_S = 150;
/** A credited file changes with the words of its credit, so that its address does not name its bytes. */
const CREDITED_COPY_S = 60;

/** `immutable`: the address names the content, so that its bytes never change. */
export const OWN_CACHE_CONTROL = `public, max-age=${OWN_COPY_S}, immutable`;
export const STORE_CACHE_CONTROL = `public, max-age=${STORE_COPY_S}, immutable`;
export const CREDITED_CACHE_CONTROL = `public, max-age=${CREDITED_COPY_S}`;

export interface Validity {
  /** Unix seconds. */
  startsAt: number;
  /** Unix seconds. */
  expiresAt: number;
  validS: number;
}

/** The validity of addresses that are made now: at least ten minutes from now, and the same for all of one window. */
export function validityAt(nowMs: number): Validity {
  const startsAt = Math.floor(nowMs / 1_000 / WINDOW_S) * WINDOW_S;
  const validS = VALID_S + WINDOW_S;
  return { startsAt, expiresAt: startsAt + validS, validS };
}
