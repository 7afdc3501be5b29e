import { printOut } from '@imagesearch/service-kit/process/terminal';

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

/** A row a name over all its rounds: p50, p99, requests a second, and the ratios to the last name's. */
export function printMeasurements(title: string, measurements: readonly Measurement[]): void {
  const names = [...new Set(measurements.map(({ name }) => name))];
  const rows = names.map((name) => {
    const own = measurements.filter((measurement) => measurement.name === name);
    const latencies = own.flatMap(({ latenciesMs }) => latenciesMs).sort((a, b) => a - b);
    const elapsedMs = own.reduce((sum, measurement) => sum + measurement.elapsedMs, 0);
    return {
      name,
      p50Ms: quantile(latencies, 0.5),
      p99Ms: quantile(latencies, 0.99),
      perSecond: (1000 * latencies.length) / elapsedMs,
    };
  });
  const base = rows.at(-1);
  printOut(`\n${title}`);
  for (const { name, p50Ms, p99Ms, perSecond } of rows) {
    const ratio = base
      ? ` (p50 × ${(p50Ms / base.p50Ms).toFixed(2)}, rate × ${(perSecond / base.perSecond).toFixed(2)})`
      : '';
    printOut(
      `  ${name.padEnd(20)} p50 ${p50Ms.toFixed(1)} ms · p99 ${p99Ms.toFixed(1)} ms · ${perSecond.toFixed(0)} requests/s${ratio}`,
    );
  }
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
