import type { RollingWindow } from './windows.js';

/** Requests of one account in one rolling window (see `RollingWindow`), in this process. */
export class RollingCount {
  readonly #bucketMs: number;
  readonly #buckets: number;
  /** Requests by bucket number; the oldest first, because time only grows. */
  readonly #counts = new Map<number, number>();
  #used = 0;

  constructor({ windowMs, buckets }: RollingWindow) {
    this.#bucketMs = windowMs / buckets;
    this.#buckets = buckets;
  }

  used(now: number): number {
    const oldest = this.#bucketAt(now) - this.#buckets;
    for (const [bucket, count] of this.#counts) {
      if (bucket >= oldest) break;
      this.#counts.delete(bucket);
      this.#used -= count;
    }
    return this.#used;
  }

  add(now: number): void {
    // Also where nobody asks what is used, no more than a window's buckets are kept.
    this.used(now);
    const bucket = this.#bucketAt(now);
    this.#counts.set(bucket, (this.#counts.get(bucket) ?? 0) + 1);
    this.#used += 1;
  }

  /** Requests by bucket number, the oldest first. */
  counts(now: number): [bucket: number, count: number][] {
    this.used(now);
    return [...this.#counts];
  }

  /** Until fewer than now, and fewer than the limit, are counted; 0 when none are. */
  resetMs(now: number, limit: number): number {
    let left = this.used(now);
    if (left === 0) return 0;
    for (const [bucket, count] of this.#counts) {
      left -= count;
      if (left < limit) return (bucket + this.#buckets + 1) * this.#bucketMs - now;
    }
    return this.#bucketMs * this.#buckets;
  }

  #bucketAt(now: number): number {
    return Math.floor(now / this.#bucketMs);
  }
}
