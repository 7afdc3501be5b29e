import { createHash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import { createSemaphore, type Semaphore } from '@imagesearch/service-kit/resilience/semaphore';
import { isWellFormedKey } from './api-key.js';
import type { LiveKey } from './live-key.js';

/** Finds a key that works. */
export interface KeyLookup {
  findByKey(key: string): Promise<LiveKey | undefined>;
}

/** How a key was judged: without a look-up (`malformed`, `cached`), or by one. */
export type KeyJudgement = 'malformed' | 'cached' | 'found' | 'refused';

const LIVE_MAX = 10_000;
const REFUSED_MAX = 10_000;
/** With the look-up itself, a change of a key or of a plan is seen everywhere within 5 s. */
const CACHE_TTL_MS = 4_000;
/** Few enough that guesses of keys leave the database its connections. */
const LOOKUPS_AT_ONCE_MAX = 4;
const LOOKUPS_WAITING_MAX = 200;

export interface KeyRingOptions {
  onJudged?: (judgement: KeyJudgement) => void;
  lookupsWaitingMax?: number;
}

/**
 * Keys seen in the last seconds, so that a busy client costs one look-up and not one a request, and neither does one
 * that repeats a key which is refused.
 */
export class KeyRing {
  readonly #lookup: KeyLookup;
  readonly #onJudged: (judgement: KeyJudgement) => void;
  readonly #live = new LRUCache<string, LiveKey>({ max: LIVE_MAX, ttl: CACHE_TTL_MS });
  readonly #refused = new LRUCache<string, true>({ max: REFUSED_MAX, ttl: CACHE_TTL_MS });
  /** Look-ups under way: requests with the same key share one. */
  readonly #underWay = new Map<string, Promise<LiveKey | undefined>>();
  readonly #lookups: Semaphore;

  constructor(
    lookup: KeyLookup,
    { onJudged = () => undefined, lookupsWaitingMax = LOOKUPS_WAITING_MAX }: KeyRingOptions = {},
  ) {
    this.#lookup = lookup;
    this.#onJudged = onJudged;
    this.#lookups = createSemaphore(LOOKUPS_AT_ONCE_MAX, {
      waitingMax: lookupsWaitingMax,
      fullMessage: 'Too many keys are being looked up. Try again shortly.',
    });
  }

  /**
   * The key, or undefined when it is malformed, unknown, revoked or expired.
   * @throws AppError `overloaded` when too many unknown keys are being looked up.
   */
  async find(key: string): Promise<LiveKey | undefined> {
    if (!isWellFormedKey(key)) return this.#judge('malformed', undefined);
    const digest = createHash('sha256').update(key).digest('base64');
    const known = this.#live.get(digest);
    if (known) return this.#judge('cached', known);
    if (this.#refused.has(digest)) return this.#judge('cached', undefined);
    const live = await this.#look(key, digest);
    return this.#judge(live ? 'found' : 'refused', live);
  }

  #judge(judgement: KeyJudgement, key: LiveKey | undefined): LiveKey | undefined {
    this.#onJudged(judgement);
    return key && (key.expiresAt === null || key.expiresAt.getTime() > Date.now()) ? key : undefined;
  }

  #look(key: string, digest: string): Promise<LiveKey | undefined> {
    let look = this.#underWay.get(digest);
    if (!look) {
      look = this.#lookups.run(() => this.#lookUp(key, digest)).finally(() => this.#underWay.delete(digest));
      this.#underWay.set(digest, look);
    }
    return look;
  }

  async #lookUp(key: string, digest: string): Promise<LiveKey | undefined> {
    const live = await this.#lookup.findByKey(key);
    if (live) this.#live.set(digest, live);
    else this.#refused.set(digest, true);
    return live;
  }
}
