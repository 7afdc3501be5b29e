import { quantile } from '@imagesearch/testkit/bench/measure';
import type { Send } from './requests.js';

export interface Served {
  perSecond: number;
  latenciesMs: number[];
  failed: number;
}

/** How long requests took, and how many were not answered as they should be. */
export class Counter {
  readonly #startedAt = performance.now();
  readonly #latenciesMs: number[] = [];
  #failed = 0;

  get elapsedMs(): number {
    return performance.now() - this.#startedAt;
  }

  async send(send: Send, at: number): Promise<void> {
    const sentAt = performance.now();
    try {
      await send(at);
      this.#latenciesMs.push(performance.now() - sentAt);
    } catch {
      this.#failed += 1;
    }
  }

  served(): Served {
    return {
      perSecond: (1_000 * this.#latenciesMs.length) / this.elapsedMs,
      latenciesMs: this.#latenciesMs,
      failed: this.#failed,
    };
  }
}

export function latencyMs({ latenciesMs }: Pick<Served, 'latenciesMs'>, share: number): number {
  return quantile(
    latenciesMs.toSorted((one, other) => one - other),
    share,
  );
}
