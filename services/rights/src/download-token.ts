import { createHmac, timingSafeEqual } from 'node:crypto';
import { z } from 'zod';
import { FILE_VARIANTS, type FileVariant } from './files.js';

/** A token of the longest asset id stays far below this. */
const TOKEN_CHARS_MAX = 8_192;

export interface DownloadClaim {
  assetId: string;
  variant: FileVariant;
  /** First digits of the digest of its content. */
  content: string;
  /** Unix seconds. */
  expiresAt: number;
}

/** Short names keep the address short: asset, variant, content, expiry. */
const payloadSchema = z.strictObject({
  a: z.string(),
  v: z.enum(FILE_VARIANTS),
  c: z.string(),
  e: z.number().int(),
});

/** A url-safe token `<payload>.<HMAC-SHA256>`, both base64url. */
export function signDownload(
  { assetId, variant, content, expiresAt }: DownloadClaim,
  secret: string,
): string {
  const payload: z.input<typeof payloadSchema> = {
    a: assetId,
    v: variant,
    c: content,
    e: expiresAt,
  };
  const encoded = Buffer.from(JSON.stringify(payload)).toString('base64url');
  return `${encoded}.${signatureOf(encoded, secret).toString('base64url')}`;
}

/** The claim of a token that this service signed and that has not expired; undefined for any other string. */
export function verifyDownload(token: string, secret: string, nowMs: number): DownloadClaim | undefined {
  if (token.length > TOKEN_CHARS_MAX) return undefined;
  const [encoded = '', signature = '', ...rest] = token.split('.');
  if (rest.length > 0) return undefined;
  const expected = signatureOf(encoded, secret);
  const given = Buffer.from(signature, 'base64url');
  // Decoding ignores characters outside base64url, so the text is compared too: each claim has exactly one token.
  if (given.byteLength !== expected.byteLength || !timingSafeEqual(given, expected)) return undefined;
  if (given.toString('base64url') !== signature) return undefined;
  const payload = payloadSchema.parse(JSON.parse(Buffer.from(encoded, 'base64url').toString('utf8')));
  if (payload.e * 1000 <= nowMs) return undefined;
  return { assetId: payload.a, variant: payload.v, content: payload.c, expiresAt: payload.e };
}

function signatureOf(encoded: string, secret: string): Buffer {
  return createHmac('sha256', secret).update(`download.${encoded}`).digest();
}

/**
 * How long copies of a file may live, in seconds. A withdrawal takes effect everywhere within 15 minutes:
 * another replica still gives addresses for `RECENT_AGE_MS_MAX`, the last of them works for `VALID_S + WINDOW_S` at most, and a
 * copy that is fetched at its end may be kept for `STORE_COPY_S`: 2 + 720 + 150 s. This service itself looks at the asset
 * again for every download, so that only copies outlive the withdrawal: 2 + 600 s.
 */

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

interface Validity {
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
