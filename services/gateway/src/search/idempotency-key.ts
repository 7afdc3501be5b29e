import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { deflateRaw, inflateRaw } from 'node:zlib';
import { invalid } from '@imagesearch/service-kit/errors';
import type { IdempotencyKey } from '../billing/ledger.js';
import type { FaultType } from '../http/errors.js';

export const KEY_CHARS_MAX = 255;
/** Printable ASCII, spaces included. */
export const KEY_FORM = /^[\x20-\x7e]+$/;
const LOC = ['header', 'idempotency-key'];

/** The fastest level; it already shrinks answers to a tenth. */
const DEFLATE_LEVEL = 1;

/** An `Idempotency-Key` as the caller sent it, and the request that it names. */
export interface SentIdempotencyKey {
  key: string;
  /** The body as its schema read it, so that neither the order of fields nor a default that is spelled out matters. */
  request: unknown;
}

/** @throws AppError `invalid_request` unless the key has 1 to 255 printable characters. */
export function hashedKey({ key, request }: SentIdempotencyKey): IdempotencyKey {
  if (key.length === 0) throw fault('string_too_short', 'The key is empty.', { minimum: 1 });
  if (key.length > KEY_CHARS_MAX) {
    throw fault('string_too_long', `The key has more than ${KEY_CHARS_MAX} characters.`, {
      maximum: KEY_CHARS_MAX,
    });
  }
  if (!KEY_FORM.test(key))
    throw fault('string_pattern_mismatch', 'The key holds characters that do not print.');
  return { key, requestHash: createHash('sha256').update(JSON.stringify(request)).digest() };
}

/** The form in which an answer is stored for its key. */
export async function packAnswer(json: string): Promise<Buffer> {
  return promisify(deflateRaw)(json, { level: DEFLATE_LEVEL });
}

/** The answer as it was sent, byte for byte. */
export async function unpackAnswer(stored: Buffer): Promise<string> {
  return (await promisify(inflateRaw)(stored)).toString('utf8');
}

function fault(type: FaultType, msg: string, ctx: Record<string, unknown> = {}) {
  return invalid({ loc: [...LOC], msg, type, ctx });
}
