import { LRUCache } from 'lru-cache';

/** `cached` means that this request needed no look-up of its own. */
export type LookupOutcome = 'cached' | 'found' | 'refused';

interface CachedLookupsOptions<Found extends object> {
  /** Key of an id in the cache; the id itself by default. */
  cacheKeyOf?: (id: string) => string;
  /** Undefined for an unknown id. */
  lookUp: (id: string) => Promise<Found | undefined>;
  foundTtlMs: number;
  refusedTtlMs: number;
  /** Size of the cache, in units of `weigh`; an id that was refused weighs 1. */
  sizeMax: number;
  weigh?: (found: Found) => number;
  clock?: () => number;
}

interface Answer<Found> {
  found: Found | undefined;
}

/**
 * Look-ups of ids that anyone may guess. An answer is kept for a while, also that there is none, and requests with the same id at
 * the same time share a look-up. The database bounds how many look-ups run and wait.
 */
export class CachedLookups<Found extends object> {
  readonly #answers: LRUCache<string, Answer<Found>, string>;
  readonly #cacheKeyOf: (id: string) => string;

  constructor(options: CachedLookupsOptions<Found>) {
    const {
      cacheKeyOf = (id: string) => id,
      lookUp,
      foundTtlMs,
      refusedTtlMs,
      sizeMax,
      weigh = () => 1,
    } = options;
    this.#cacheKeyOf = cacheKeyOf;
    this.#answers = new LRUCache({
      maxSize: sizeMax,
      sizeCalculation: ({ found }) => (found ? weigh(found) : 1),
      ttl: foundTtlMs,
      perf: { now: options.clock ?? (() => performance.now()) },
      ttlResolution: 0,
      // A look-up that `remember` overtook still answers those who wait for it.
      ignoreFetchAbort: true,
      fetchMethod: async (_key, _stale, { options: kept, context: id }) => {
        const found = await lookUp(id);
        if (!found) kept.ttl = refusedTtlMs;
        return { found };
      },
    });
  }

  /** @throws what the look-up throws; then nothing is kept. */
  async find(id: string): Promise<{ found: Found | undefined; outcome: LookupOutcome }> {
    const status: LRUCache.Status<string, Answer<Found>> = {};
    const { found } = await this.#answers.forceFetch(this.#cacheKeyOf(id), { context: id, status });
    if (status.fetch === 'hit' || status.fetch === 'inflight') return { found, outcome: 'cached' };
    return { found, outcome: found ? 'found' : 'refused' };
  }

  /** Keeps what the caller has just stored. */
  remember(id: string, found: Found): void {
    this.#answers.set(this.#cacheKeyOf(id), { found });
  }
}
