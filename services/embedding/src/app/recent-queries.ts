import type { RgbPixels } from '../domain/image.js';

/** A search by an image that is not indexed asks for its local features a moment after its vector. */
const QUERIES_MAX = 8;
const KEPT_MS = 30_000;

/** Small copies of query images that this service has just decoded, so that the second question about one decodes nothing. */
export class RecentQueries {
  #kept: { file: Uint8Array; copy: RgbPixels }[] = [];
  #timer: NodeJS.Timeout | undefined;

  keep(file: Uint8Array, copy: RgbPixels): void {
    this.#kept = [...this.#kept, { file, copy }].slice(-QUERIES_MAX);
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => (this.#kept = []), KEPT_MS).unref();
  }

  /** The copy of a file of equal bytes; it is given once. */
  take(file: Uint8Array): RgbPixels | undefined {
    const found = this.#kept.find((kept) => Buffer.compare(kept.file, file) === 0);
    this.#kept = this.#kept.filter((kept) => kept !== found);
    return found?.copy;
  }
}
