import { LRUCache } from 'lru-cache';
import { createSemaphore, type Semaphore } from '@imagesearch/service-kit/resilience/semaphore';

/** How an answer came about: without a look-up of its own (`cached`), or by one. */
export type LookupOutcome = 'cached' | 'found' | 'refused';

export interface BoundedLookupsOptions<Found extends object> {
  /** What an id is remembered by, where it is not the id itself. */
  cacheKeyOf?: (id: string) => string;
  /** Undefined when there is no such thing. */
  lookUp: (id: string) => Promise<Found | undefined>;
  /** For how long an answer is believed; a refusal for `refusedTtlMs`. */
  foundTtlMs: number;
  refusedTtlMs: number;
  /** Found things kept, and how many of them one counts as; refused ids have a cache of their own. */
  foundMax: number;
  weigh?: (found: Found) => number;
  refusedMax: number;
  atOnceMax: number;
  waitingMax: number;
  /** After a miss its permit stays taken for this long, which bounds the misses per second. */
  missPauseMs?: number;
  /** What a caller reads when too many wait. */
  overloadMessage: string;
}

/**
 * Look-ups of ids that strangers may invent: few at once, one for each id however many ask, and none for an id whose
 * answer was read in the last seconds. Guesses therefore crowd out guesses, and leave the database its connections.
 */
export class BoundedLookups<Found extends object> {
  readonly #options: BoundedLookupsOptions<Found>;
  readonly #found: LRUCache<string, Found>;
  readonly #refused: LRUCache<string, true>;
  readonly #underWay = new Map<string, Promise<Found | undefined>>();
  readonly #lookups: Semaphore;

  constructor(options: BoundedLookupsOptions<Found>) {
    const { foundMax, foundTtlMs, refusedMax, refusedTtlMs, weigh = () => 1 } = options;
    this.#options = options;
    this.#lookups = createSemaphore(options.atOnceMax, {
      waitingMax: options.waitingMax,
      fullMessage: options.overloadMessage,
    });
    this.#found = new LRUCache({ maxSize: foundMax, sizeCalculation: weigh, ttl: foundTtlMs });
    this.#refused = new LRUCache({ max: refusedMax, ttl: refusedTtlMs });
  }

  /** @throws AppError `overloaded` when too many unknown ids are being looked up. */
  async find(id: string): Promise<{ found: Found | undefined; outcome: LookupOutcome }> {
    const cacheKey = this.#cacheKeyOf(id);
    const known = this.#found.get(cacheKey);
    if (known) return { found: known, outcome: 'cached' };
    if (this.#refused.has(cacheKey)) return { found: undefined, outcome: 'cached' };
    const underWay = this.#underWay.get(cacheKey);
    if (underWay) return { found: await underWay, outcome: 'cached' };
    const look = this.#lookUp(id, cacheKey).finally(() => this.#underWay.delete(cacheKey));
    this.#underWay.set(cacheKey, look);
    const found = await look;
    return { found, outcome: found ? 'found' : 'refused' };
  }

  /** Keeps what the caller has just stored, so that it needs no look-up. */
  remember(id: string, found: Found): void {
    const cacheKey = this.#cacheKeyOf(id);
    this.#refused.delete(cacheKey);
    this.#found.set(cacheKey, found);
  }

  #cacheKeyOf(id: string): string {
    return this.#options.cacheKeyOf?.(id) ?? id;
  }

  async #lookUp(id: string, cacheKey: string): Promise<Found | undefined> {
    const release = await this.#lookups.acquire();
    let pauseMs = 0;
    try {
      const found = await this.#options.lookUp(id);
      if (found) {
        this.#found.set(cacheKey, found);
        return found;
      }
      pauseMs = this.#options.missPauseMs ?? 0;
      // What was remembered meanwhile is newer than this look-up.
      const remembered = this.#found.get(cacheKey);
      if (!remembered) this.#refused.set(cacheKey, true);
      return remembered;
    } finally {
      if (pauseMs > 0) setTimeout(release, pauseMs);
      else release();
    }
  }
}
