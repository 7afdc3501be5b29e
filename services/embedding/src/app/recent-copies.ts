import { hash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import type { RgbPixels } from '../domain/pixels.js';

/** Up to 442 kB each. */
const COPIES_MAX = 8;

/**
 * Small copies of the query images that came last, by the digest of their bytes: a search by an image that is not indexed asks
 * for its local features a moment after its vector.
 */
export class RecentCopies {
  readonly #copies = new LRUCache<string, RgbPixels>({ max: COPIES_MAX });

  keep(bytes: Uint8Array, copy: RgbPixels): void {
    this.#copies.set(digestOf(bytes), copy);
  }

  of(bytes: Uint8Array): RgbPixels | undefined {
    return this.#copies.get(digestOf(bytes));
  }
}

function digestOf(bytes: Uint8Array): string {
  return hash('sha256', bytes, 'base64url');
}
