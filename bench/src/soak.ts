import { printErr, printOut } from '@imagesearch/service-kit/process/terminal';
import { readProcesses, rowsOf, summaryOf, type SoakWindow } from './load/soak-report.js';
import { KINDS, requestsOf, type Send, latencyMs, serveSteadily } from './load/requests.js';
import { closeAll, openTargets, ownArguments, type Target } from './load/targets.js';

/** For each target. */
const PER_SECOND = Number(process.env['SOAK_PER_SECOND'] ?? 5);
const WINDOWS = 30;
const WINDOW_MS_MIN = 5_000;

/** A steady mix of requests for a long time: does memory grow, do descriptors leak, do answers get slower? */
async function main(): Promise<void> {
  const args = process.argv.slice(2);
  const totalMs = durationMs(ownArguments(args)[0] ?? '30m');
  const targets = await openTargets(args);
  try {
    printOut(`${PER_SECOND} requests a second for each: ${targets.map(({ name }) => name).join(', ')}\n`);
    printOut('| minute | process | p50 ms | p99 ms | failed | memory MiB | heap MiB | descriptors |');
    printOut('| -----: | ------- | -----: | -----: | -----: | ---------: | -------: | ----------: |');
    const soaked = await Promise.all(targets.map((target) => soak(target, totalMs)));
    for (const windows of soaked) printOut(summaryOf(windows));
  } finally {
    await closeAll(targets);
  }
}

async function soak({ name, caller, metricsUrls }: Target, totalMs: number): Promise<SoakWindow[]> {
  const requests = await requestsOf(caller);
  const mixed: Send = (at) => requests[KINDS[at % KINDS.length] ?? 'text'](at);
  const forMs = Math.max(WINDOW_MS_MIN, totalMs / WINDOWS);
  const windows: SoakWindow[] = [];
  const startedAt = performance.now();
  let from = 0;
  while (performance.now() - startedAt < totalMs) {
    const served = await serveSteadily(mixed, { perSecond: PER_SECOND, forMs, from });
    from += served.latenciesMs.length + served.failed;
    const window = {
      ...served,
      target: name,
      atMs: performance.now() - startedAt,
      p50Ms: latencyMs(served, 0.5),
      p99Ms: latencyMs(served, 0.99),
      processes: await readProcesses(metricsUrls),
    };
    windows.push(window);
    for (const row of rowsOf(window)) printOut(row);
  }
  return windows;
}

const UNITS_MS: Readonly<Record<string, number>> = { s: 1_000, m: 60_000, h: 3_600_000 };

/** `90s`, `30m` or `2h`. @throws Error */
function durationMs(text: string): number {
  const { count = '', unit = '' } = /^(?<count>\d+)(?<unit>[smh])$/.exec(text)?.groups ?? {};
  const unitMs = UNITS_MS[unit];
  if (unitMs === undefined) throw new Error(`Expected a time such as 30m, not ${text}.`);
  return Number(count) * unitMs;
}

await main().catch((error: unknown) => {
  printErr(error instanceof Error ? (error.stack ?? error.message) : String(error));
  process.exitCode = 1;
});
process.exit();
