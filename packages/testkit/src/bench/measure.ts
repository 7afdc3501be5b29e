export interface Load {
  requests: number;
  /** Requests under way at any moment. */
  clients: number;
}

export interface Measurement {
  name: string;
  latenciesMs: number[];
  elapsedMs: number;
}

/** Runs `work` that many times from that many clients at once. */
export async function measure(
  name: string,
  { requests, clients }: Load,
  work: (at: number) => Promise<unknown>,
): Promise<Measurement> {
  const latenciesMs: number[] = [];
  let next = 0;
  const startedAt = performance.now();
  await Promise.all(
    Array.from({ length: clients }, async () => {
      while (next < requests) {
        const at = next;
        next += 1;
        const sentAt = performance.now();
        await work(at);
        latenciesMs.push(performance.now() - sentAt);
      }
    }),
  );
  return { name, latenciesMs, elapsedMs: performance.now() - startedAt };
}

export function quantile(sorted: readonly number[], share: number): number {
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}

/** The same of values in any order. */
export function quantileOf(values: readonly number[], share: number): number {
  return quantile(
    values.toSorted((one, other) => one - other),
    share,
  );
}
