import { LRUCache } from 'lru-cache';
import { createSemaphore, type Semaphore } from '@imagesearch/service-kit/resilience/semaphore';

/** `cached` means that this request needed no look-up of its own. */
export type LookupOutcome = 'cached' | 'found' | 'refused';

interface BoundedLookupsOptions<Found extends object> {
  /** Key of an id in the cache; the id itself by default. */
  cacheKeyOf?: (id: string) => string;
  /** Undefined for an unknown id. */
  lookUp: (id: string) => Promise<Found | undefined>;
  foundTtlMs: number;
  refusedTtlMs: number;
  /** Size of the cache of found ids, in units of `weigh`. Refused ids have a separate cache. */
  foundMax: number;
  weigh?: (found: Found) => number;
  refusedMax: number;
  atOnceMax: number;
  waitingMax: number;
  /** A miss keeps its permit for this long, which bounds the misses per second. */
  missPauseMs?: number;
  /** Error message when too many look-ups wait. */
  overloadMessage: string;
  clock?: () => number;
}

/** Look-ups of ids that anyone may guess. Few run at once, so a flood of guesses leaves connections for known ids. */
export class BoundedLookups<Found extends object> {
  readonly #options: BoundedLookupsOptions<Found>;
  readonly #found: LRUCache<string, Found>;
  readonly #refused: LRUCache<string, true>;
  readonly #inFlight = new Map<string, Promise<Found | undefined>>();
  readonly #lookups: Semaphore;

  constructor(options: BoundedLookupsOptions<Found>) {
    const { foundMax, foundTtlMs, refusedMax, refusedTtlMs, weigh = () => 1 } = options;
    const perf = { now: options.clock ?? (() => performance.now()) };
    this.#options = options;
    this.#lookups = createSemaphore(options.atOnceMax, {
      waitingMax: options.waitingMax,
      fullMessage: options.overloadMessage,
    });
    this.#found = new LRUCache({
      maxSize: foundMax,
      sizeCalculation: weigh,
      ttl: foundTtlMs,
      perf,
      ttlResolution: 0,
    });
    this.#refused = new LRUCache({ max: refusedMax, ttl: refusedTtlMs, perf, ttlResolution: 0 });
  }

  /** @throws AppError `overloaded` when too many unknown ids are being looked up. */
  async find(id: string): Promise<{ found: Found | undefined; outcome: LookupOutcome }> {
    const cacheKey = this.#cacheKeyOf(id);
    const known = this.#found.get(cacheKey);
    if (known) return { found: known, outcome: 'cached' };
    if (this.#refused.has(cacheKey)) return { found: undefined, outcome: 'cached' };
    const inFlight = this.#inFlight.get(cacheKey);
    if (inFlight) return { found: await inFlight, outcome: 'cached' };
    const lookup = this.#lookUp(id, cacheKey).finally(() => this.#inFlight.delete(cacheKey));
    this.#inFlight.set(cacheKey, lookup);
    const found = await lookup;
    return { found, outcome: found ? 'found' : 'refused' };
  }

  /** Caches what the caller has just stored. */
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
      // A value that `remember` cached meanwhile is newer than this look-up.
      const remembered = this.#found.get(cacheKey);
      if (!remembered) this.#refused.set(cacheKey, true);
      return remembered;
    } finally {
      if (pauseMs > 0) setTimeout(release, pauseMs);
      else release();
    }
  }
}
