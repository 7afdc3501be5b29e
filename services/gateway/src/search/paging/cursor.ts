import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';
import { FILTERS, type FilterName } from '@imagesearch/facets/filters';
import { invalid, type AppError } from '@imagesearch/service-kit/errors';
import { LRUCache } from 'lru-cache';
import { z } from 'zod';
import type { KeySecrets } from '../../keys/api-key.js';
import type { FaultType } from '../../http/errors.js';

/** Where a ranking continues. */
export interface Place {
  /** Hash of everything in the request except `cursor` and `k`. */
  requestHash: Buffer;
  /** Size of the first page's pool: another size is another ranking. */
  poolSize: number;
  /** Filters that the first page dropped. */
  relaxed: readonly FilterName[];
  /** Score of the last result; none of a later page is higher. */
  ceiling: number;
  /** Marks of the results of the pages so far. */
  seen: ReadonlySet<string>;
  expiresAt: Date;
}

export const CURSOR_VALID_MS = 60 * 60_000;
export const CURSOR_CHARS_MAX = 4_096;
/** Characters of a mark in base64url: 36 bits. */
export const MARK_CHARS = 6;

const VERSION = 1;
const CIPHER = 'aes-256-gcm';
const KEY_BYTES = 32;
/** Keys of accounts that searched last. */
const KEYS_MAX = 1_000;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;
const FILTER_NAMES = new Set<string>(FILTERS.map(({ name }) => name));

const payloadSchema = z.strictObject({
  v: z.literal(VERSION),
  h: z.string(),
  p: z.number().int().positive(),
  r: z.array(z.string()),
  c: z.number().min(0).max(1),
  s: z.string(),
  e: z.number(),
});

/**
 * Cursors hold their place themselves, so that no gateway keeps state between pages. They are encrypted and authenticated
 * under a key of the account: nobody can read, change or make one, and another account's is as good as none.
 */
export class CursorSeal {
  readonly #secrets: KeySecrets;
  /** Deriving a key takes as long as everything else about a cursor. */
  readonly #keys = new LRUCache<string, Buffer>({ max: KEYS_MAX });

  /** @param secrets The gateway's key secrets, the same on every replica. */
  constructor(secrets: KeySecrets) {
    this.#secrets = secrets;
  }

  seal({ requestHash, poolSize, relaxed, ceiling, seen, expiresAt }: Place, accountId: string): string {
    const payload: z.input<typeof payloadSchema> = {
      v: VERSION,
      h: requestHash.toString('base64url'),
      p: poolSize,
      r: [...relaxed],
      c: ceiling,
      s: [...seen].join(''),
      e: expiresAt.getTime(),
    };
    const nonce = randomBytes(NONCE_BYTES);
    const cipher = createCipheriv(CIPHER, this.#keyOf(this.#secrets[0], accountId), nonce);
    const sealed = [nonce, cipher.update(JSON.stringify(payload)), cipher.final()];
    return Buffer.concat([...sealed, cipher.getAuthTag()]).toString('base64url');
  }

  /** @throws AppError `invalid_request` for a text that is no cursor of this account. */
  open(cursor: string, accountId: string): Place {
    const bytes = Buffer.from(cursor, 'base64url');
    // Decoding ignores characters outside of base64url, so the text is compared too.
    if (bytes.length <= NONCE_BYTES + TAG_BYTES || bytes.toString('base64url') !== cursor) throw noCursor();
    const texts = this.#secrets.map((secret) => decipher(bytes, this.#keyOf(secret, accountId)));
    const text = texts.find((deciphered) => deciphered !== undefined);
    if (text === undefined) throw noCursor();
    // Only this class seals, but a gateway of another version may write another form.
    const { data } = payloadSchema.safeParse(JSON.parse(text));
    if (data === undefined) throw noCursor();
    return {
      requestHash: Buffer.from(data.h, 'base64url'),
      poolSize: data.p,
      relaxed: data.r.filter((name): name is FilterName => FILTER_NAMES.has(name)),
      ceiling: data.c,
      seen: new Set(data.s.match(new RegExp(`.{${MARK_CHARS}}`, 'g'))),
      expiresAt: new Date(data.e),
    };
  }

  #keyOf(secret: string, accountId: string): Buffer {
    const name = `${this.#secrets.indexOf(secret)} ${accountId}`;
    let key = this.#keys.get(name);
    if (key === undefined) {
      key = Buffer.from(hkdfSync('sha256', secret, accountId, 'search cursor', KEY_BYTES));
      this.#keys.set(name, key);
    }
    return key;
  }
}

/** Undefined for bytes that were not sealed with this key. */
function decipher(bytes: Buffer, key: Buffer): string | undefined {
  const opening = createDecipheriv(CIPHER, key, bytes.subarray(0, NONCE_BYTES));
  opening.setAuthTag(bytes.subarray(-TAG_BYTES));
  try {
    return opening.update(bytes.subarray(NONCE_BYTES, -TAG_BYTES), undefined, 'utf8') + opening.final('utf8');
  } catch {
    return undefined;
  }
}

export function cursorFault(type: FaultType, msg: string): AppError {
  return invalid({ loc: ['body', 'cursor'], msg, type });
}

function noCursor(): AppError {
  return cursorFault('cursor_invalid', 'This is no cursor that an answer of this account gave.');
}
