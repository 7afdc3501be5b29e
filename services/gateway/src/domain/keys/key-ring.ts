import { createHash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import type { Account } from '../account.js';
import { isWellFormedKey } from './api-key.js';

/** Finds the account of a live key. */
export interface KeyLookup {
  findByKey(key: string): Promise<Account | undefined>;
}

const CACHE_ENTRIES = 10_000;
/** The longest that a revoked key still works on a replica that has just seen it. */
const CACHE_TTL_MS = 5_000;

/** Keys seen in the last seconds, so that a busy client costs one look-up and not one a request. */
export class KeyRing {
  readonly #lookup: KeyLookup;
  readonly #recent = new LRUCache<string, Account>({ max: CACHE_ENTRIES, ttl: CACHE_TTL_MS });

  constructor(lookup: KeyLookup) {
    this.#lookup = lookup;
  }

  /** The account, or undefined when the key is malformed, unknown or revoked. */
  async accountOf(key: string): Promise<Account | undefined> {
    if (!isWellFormedKey(key)) return undefined;
    const digest = createHash('sha256').update(key).digest('base64');
    const known = this.#recent.get(digest);
    if (known) return known;
    const account = await this.#lookup.findByKey(key);
    if (account) this.#recent.set(digest, account);
    return account;
  }
}
