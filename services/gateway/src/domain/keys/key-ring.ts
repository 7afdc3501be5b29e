import { createHash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import { isWellFormedKey } from './api-key.js';
import type { LiveKey } from './live-key.js';

/** Finds a key that works. */
export interface KeyLookup {
  findByKey(key: string): Promise<LiveKey | undefined>;
}

const CACHE_ENTRIES = 10_000;
/** The longest that a revoked key still works on a replica that has just seen it. */
const CACHE_TTL_MS = 5_000;

/** Keys seen in the last seconds, so that a busy client costs one look-up and not one a request. */
export class KeyRing {
  readonly #lookup: KeyLookup;
  readonly #recent = new LRUCache<string, LiveKey>({ max: CACHE_ENTRIES, ttl: CACHE_TTL_MS });

  constructor(lookup: KeyLookup) {
    this.#lookup = lookup;
  }

  /** The key, or undefined when the key is malformed, unknown or revoked. */
  async find(key: string): Promise<LiveKey | undefined> {
    if (!isWellFormedKey(key)) return undefined;
    const digest = createHash('sha256').update(key).digest('base64');
    const known = this.#recent.get(digest);
    if (known) return known;
    const live = await this.#lookup.findByKey(key);
    if (live) this.#recent.set(digest, live);
    return live;
  }
}
