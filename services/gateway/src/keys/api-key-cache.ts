import { createHash } from 'node:crypto';
import { BoundedLookups, type LookupOutcome } from '../limits/bounded-lookups.js';
import { isWellFormedKey } from './api-key.js';
import type { LiveKey } from './live-key.js';

/** Finds a key that works. */
export interface KeyLookup {
  findByKey(key: string): Promise<LiveKey | undefined>;
}

/** How a key was judged: without a look-up of its own (`malformed`, `cached`), or by one. */
export type KeyOutcome = 'malformed' | LookupOutcome;

const LIVE_MAX = 10_000;
const REFUSED_MAX = 10_000;
/** With the look-up itself, a change of a key or of a plan is seen everywhere within 5 s. */
const CACHE_TTL_MS = 4_000;
/** Few enough that guesses of keys leave the database its connections. */
const LOOKUPS_AT_ONCE_MAX = 4;
const LOOKUPS_WAITING_MAX = 200;

export interface ApiKeyCacheOptions {
  onLookup?: (outcome: KeyOutcome) => void;
  lookupsWaitingMax?: number;
}

/**
 * Keys seen in the last seconds, so that a busy client costs one look-up and not one a request, and neither does one
 * that repeats a key which is refused.
 */
export class ApiKeyCache {
  readonly #lookups: BoundedLookups<LiveKey>;
  readonly #onLookup: (outcome: KeyOutcome) => void;

  constructor(
    lookup: KeyLookup,
    { onLookup = () => undefined, lookupsWaitingMax = LOOKUPS_WAITING_MAX }: ApiKeyCacheOptions = {},
  ) {
    this.#onLookup = onLookup;
    this.#lookups = new BoundedLookups({
      // The cache remembers digests, so that no key lies in memory in the clear.
      cacheKeyOf: (key) => createHash('sha256').update(key).digest('base64'),
      lookUp: (key) => lookup.findByKey(key),
      foundMax: LIVE_MAX,
      foundTtlMs: CACHE_TTL_MS,
      refusedMax: REFUSED_MAX,
      refusedTtlMs: CACHE_TTL_MS,
      atOnceMax: LOOKUPS_AT_ONCE_MAX,
      waitingMax: lookupsWaitingMax,
      overloadMessage: 'Too many keys are being looked up. Try again shortly.',
    });
  }

  /**
   * The key, or undefined when it is malformed, unknown, revoked or expired.
   * @throws AppError `overloaded` when too many unknown keys are being looked up.
   */
  async find(key: string): Promise<LiveKey | undefined> {
    if (!isWellFormedKey(key)) {
      this.#onLookup('malformed');
      return undefined;
    }
    const { found, outcome } = await this.#lookups.find(key);
    this.#onLookup(outcome);
    return found && (found.expiresAt === null || found.expiresAt.getTime() > Date.now()) ? found : undefined;
  }
}
