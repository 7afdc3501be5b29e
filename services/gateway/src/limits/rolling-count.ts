import type { RollingWindow } from './rate-limiter.js';

export class RollingCount {
  readonly #bucketMs: number;
  readonly #buckets: number;
  /** Requests by bucket number, oldest first. */
  readonly #counts = new Map<number, number>();
  #used = 0;

  constructor({ windowMs, buckets }: RollingWindow) {
    this.#bucketMs = windowMs / buckets;
    this.#buckets = buckets;
  }

  used(now: number): number {
    const oldest = this.#bucketAt(now) - this.#buckets;
    for (const [bucket, count] of this.#counts) {
      if (bucket >= oldest) continue;
      this.#counts.delete(bucket);
      this.#used -= count;
    }
    return this.#used;
  }

  add(now: number): void {
    // Drops old buckets also for an account whose usage is never read.
    this.used(now);
    const bucket = this.#bucketAt(now);
    this.#counts.set(bucket, (this.#counts.get(bucket) ?? 0) + 1);
    this.#used += 1;
  }

  /** Milliseconds until the count falls, and falls below the limit; 0 when nothing is counted. */
  resetMs(now: number, limit: number): number {
    let remaining = this.used(now);
    if (remaining === 0) return 0;
    for (const [bucket, count] of this.#counts) {
      remaining -= count;
      if (remaining < limit) return (bucket + this.#buckets + 1) * this.#bucketMs - now;
    }
    return this.#bucketMs * this.#buckets;
  }

  #bucketAt(now: number): number {
    return Math.floor(now / this.#bucketMs);
  }
}
