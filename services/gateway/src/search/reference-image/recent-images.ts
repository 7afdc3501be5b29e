import { createHash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import type { Embedding } from '../ports.js';

/** Embeddings of a replaced model stay for at most so long. The index refuses them. */
export const RECENT_TTL_MS = 5 * 60_000;

/** About 6 MB of 768-dimensional vectors. */
const EMBEDDINGS_MAX = 1_000;
/** About 4 MB: up to 20 kB each. */
const DESCRIPTIONS_MAX = 200;

/**
 * What is known of recent reference images, by the digest of their bytes: the next page of an answer, or the same search under
 * other filters, sends its image again. The images themselves are not kept.
 */
export class RecentImages {
  readonly #embeddings = new LRUCache<string, Embedding>({ max: EMBEDDINGS_MAX, ttl: RECENT_TTL_MS });
  readonly #localFeatures = new LRUCache<string, readonly string[]>({
    max: DESCRIPTIONS_MAX,
    ttl: RECENT_TTL_MS,
  });
  /** One search asks twice of the same bytes. */
  readonly #digests = new WeakMap<Uint8Array, string>();

  /** The known embedding, or the one that `embed` makes. What fails is not kept. */
  embedding(image: Uint8Array, embed: () => Promise<Embedding>): Promise<Embedding> {
    return knownOr(this.#embeddings, this.#digestOf(image), embed);
  }

  /** The known local features, or those that `describe` makes. What fails is not kept. */
  localFeatures(image: Uint8Array, describe: () => Promise<readonly string[]>): Promise<readonly string[]> {
    return knownOr(this.#localFeatures, this.#digestOf(image), describe);
  }

  #digestOf(image: Uint8Array): string {
    const known = this.#digests.get(image);
    if (known !== undefined) return known;
    const digest = createHash('sha256').update(image).digest('base64url');
    this.#digests.set(image, digest);
    return digest;
  }
}

async function knownOr<Value extends object>(
  cache: LRUCache<string, Value>,
  digest: string,
  make: () => Promise<Value>,
): Promise<Value> {
  const known = cache.get(digest);
  if (known) return known;
  const value = await make();
  cache.set(digest, value);
  return value;
}
