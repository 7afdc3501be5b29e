import type { Collection } from './collection.js';

/** The first items of a collection, as a collection. */
export function firstOf(collection: Collection, limit: number): Collection {
  return {
    source: collection.source,
    total: collection.total === undefined ? undefined : Math.min(limit, collection.total),
    async *items() {
      let taken = 0;
      for await (const item of collection.items()) {
        if (taken === limit) return;
        taken += 1;
        yield item;
      }
    },
  };
}
