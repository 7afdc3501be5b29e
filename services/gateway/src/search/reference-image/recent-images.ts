import { createHash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import type { Embedding } from '../ports.js';
import { TEXT_VECTOR_TTL_MS } from '../text-vectors/text-vector-cache.js';

/** About 6 MB of 768-dimensional vectors. */
const ENTRIES_MAX = 1_000;

/**
 * Vectors of recent reference images by the digest of their bytes: the next page of an answer, or the same search under other
 * filters, sends its image again. The images themselves are not kept.
 */
export class RecentImages {
  /** For as long as those of texts, because a replaced model outdates both. */
  readonly #embeddings = new LRUCache<string, Embedding>({ max: ENTRIES_MAX, ttl: TEXT_VECTOR_TTL_MS });

  /** The known embedding, or the one that `embed` makes. What fails is not kept. */
  async embedding(image: Uint8Array, embed: () => Promise<Embedding>): Promise<Embedding> {
    const digest = createHash('sha256').update(image).digest('base64url');
    const known = this.#embeddings.get(digest);
    if (known) return known;
    const embedding = await embed();
    this.#embeddings.set(digest, embedding);
    return embedding;
  }
}
