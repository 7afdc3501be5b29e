import { createHmac, timingSafeEqual } from 'node:crypto';
import { z } from 'zod';
import type { FileVariant } from './asset-files.js';

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

/** Short names keep the address short: asset, what is served instead of the original, content, expiry. */
const payloadSchema = z.strictObject({
  a: z.string(),
  t: z.enum(['jpeg', 'webp', 'ingested', 'credited']).optional(),
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
    ...(variant.kind === 'thumbnail' && { t: variant.format }),
    ...((variant.kind === 'ingested' || variant.kind === 'credited') && { t: variant.kind }),
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
  return {
    assetId: payload.a,
    variant: variantOf(payload.t),
    content: payload.c,
    expiresAt: payload.e,
  };
}

function variantOf(served: z.output<typeof payloadSchema>['t']): FileVariant {
  if (served === undefined) return { kind: 'original' };
  if (served === 'ingested' || served === 'credited') return { kind: served };
  return { kind: 'thumbnail', format: served };
}

function signatureOf(encoded: string, secret: string): Buffer {
  return createHmac('sha256', secret).update(`download.${encoded}`).digest();
}
