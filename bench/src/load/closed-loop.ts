import { quantile } from '@imagesearch/testkit/bench/measure';
import type { Send } from './requests.js';

export interface Served {
  perSecond: number;
  p50Ms: number;
  p99Ms: number;
  failed: number;
}

/** That many clients for that long, each sending its next request when the last one is answered. */
export async function serve(send: Send, clients: number, forMs: number): Promise<Served> {
  const latenciesMs: number[] = [];
  let failed = 0;
  let next = 0;
  const startedAt = performance.now();
  const isOver = (): boolean => performance.now() - startedAt > forMs;
  await Promise.all(
    Array.from({ length: clients }, async () => {
      while (!isOver()) {
        const sentAt = performance.now();
        try {
          await send((next += 1));
          latenciesMs.push(performance.now() - sentAt);
        } catch {
          failed += 1;
        }
      }
    }),
  );
  const elapsedMs = performance.now() - startedAt;
  const sorted = latenciesMs.sort((one, other) => one - other);
  return {
    perSecond: (1_000 * sorted.length) / elapsedMs,
    p50Ms: quantile(sorted, 0.5),
    p99Ms: quantile(sorted, 0.99),
    failed,
  };
}
