/** Sends one request; rejects when it is not answered as it should be. */
export type Send = (at: number) => Promise<unknown>;

export interface Served {
  perSecond: number;
  /** Of the answered requests, from the quickest to the slowest. */
  latenciesMs: number[];
  failed: number;
}

/** That many clients for that long, each sending its next request when the last one is answered. */
export async function serve(send: Send, clients: number, forMs: number): Promise<Served> {
  const latenciesMs: number[] = [];
  let [sent, failed] = [0, 0];
  const startedAt = performance.now();
  await Promise.all(
    Array.from({ length: clients }, async () => {
      while (performance.now() - startedAt < forMs) {
        const sentAt = performance.now();
        try {
          await send((sent += 1));
          latenciesMs.push(performance.now() - sentAt);
        } catch {
          failed += 1;
        }
      }
    }),
  );
  const perSecond = (1_000 * latenciesMs.length) / (performance.now() - startedAt);
  return { perSecond, latenciesMs: latenciesMs.toSorted((one, other) => one - other), failed };
}

/** @param sorted From the lowest to the highest. @param share 0 to 1. */
export function quantile(sorted: readonly number[], share: number): number {
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}
