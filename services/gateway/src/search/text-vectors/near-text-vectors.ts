import type { TextVectorCache } from './text-vector-cache.js';

/** A shared cache with one of this process in front of it: a text that is asked again soon costs no look-up elsewhere. */
export function createNearTextVectors(shared: TextVectorCache, near: TextVectorCache): TextVectorCache {
  return {
    async get(text) {
      const known = await near.get(text);
      if (known) return known;
      const found = await shared.get(text);
      if (found) await near.set(text, found);
      return found;
    },
    async set(text, embedding) {
      await near.set(text, embedding);
      // It never rejects, and no search has to wait for it.
      void shared.set(text, embedding);
    },
    close: async () => {
      await Promise.all([near.close(), shared.close()]);
    },
  };
}
