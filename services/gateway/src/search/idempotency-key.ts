import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { deflateRaw, inflateRaw } from 'node:zlib';
import type { Request } from 'express';
import { invalid } from '@imagesearch/service-kit/errors';
import type { IdempotencyKey } from '../billing/ledger.js';
import type { FaultType } from '../http/errors/fault-types.js';

export const KEY_CHARS_MAX = 255;
/** ASCII that can be seen, and spaces between. */
export const KEY_FORM = /^[\x20-\x7e]+$/;
const LOC = ['header', 'idempotency-key'];

/** The fastest level; answers shrink to a tenth all the same. */
const DEFLATE_LEVEL = 1;

/**
 * The `Idempotency-Key` of a request, if it has one. Two requests are the same when their bodies say the same, whatever
 * the order of their fields and whether defaults are spelled out: `body` is the request as its schema read it.
 * @throws AppError `invalid_request` for a key that is no 1 to 255 printable characters.
 */
export function idempotencyKeyOf(request: Request, body: unknown): IdempotencyKey | null {
  const key = request.get('Idempotency-Key');
  if (key === undefined) return null;
  if (key.length === 0) throw fault('string_too_short', 'The key is empty.', { minimum: 1 });
  if (key.length > KEY_CHARS_MAX) {
    throw fault('string_too_long', `The key has more than ${KEY_CHARS_MAX} characters.`, {
      maximum: KEY_CHARS_MAX,
    });
  }
  if (!KEY_FORM.test(key))
    throw fault('string_pattern_mismatch', 'The key holds characters that do not print.');
  return { key, requestHash: createHash('sha256').update(JSON.stringify(body)).digest() };
}

/** An answer as it is kept for its key. */
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
