import { LRUCache } from 'lru-cache';

/** About 5 MB: up to 2.7 kB each. */
const IMAGES_MAX = 2_000;

type Read = (assetIds: readonly string[]) => Promise<ReadonlyMap<string, string>>;

/** Local features of the images that searches compared last, of a collection of which this process is the only writer. */
export class KnownFeatures {
  /** Null for an image that has none. */
  readonly #features = new LRUCache<string, { features: string | null }>({ max: IMAGES_MAX });
  #writes = 0;

  async of(assetIds: readonly string[], read: Read): Promise<Map<string, string>> {
    const missing = assetIds.filter((assetId) => !this.#features.has(assetId));
    const known = assetIds.map((assetId) => [assetId, this.#features.get(assetId)?.features] as const);
    const found = missing.length === 0 ? undefined : await this.#read(missing, read);
    return new Map(
      known.flatMap(([assetId, kept]) => {
        const features = kept ?? found?.get(assetId);
        return features === undefined ? [] : [[assetId, features] as const];
      }),
    );
  }

  /** After a write of these images, also one that failed. A read that began before it is not kept. */
  forget(assetIds: readonly string[]): void {
    this.#writes += 1;
    for (const assetId of assetIds) this.#features.delete(assetId);
  }

  async #read(assetIds: readonly string[], read: Read): Promise<ReadonlyMap<string, string>> {
    const writes = this.#writes;
    const found = await read(assetIds);
    // What was written meanwhile may be older here.
    if (writes === this.#writes) {
      for (const assetId of assetIds) this.#features.set(assetId, { features: found.get(assetId) ?? null });
    }
    return found;
  }
}
