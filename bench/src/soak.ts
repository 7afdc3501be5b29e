import { printErr, printOut } from '@imagesearch/service-kit/process/terminal';
import { serve, type Served } from './load/closed-loop.js';
import { KINDS, requestsOf } from './load/requests.js';
import { openTarget } from './load/target.js';
import { slopeOf } from './load/slope.js';
import { durationMs } from './load/duration.js';
import { readProcesses } from './load/read-processes.js';

const CLIENTS = 4;
const WINDOWS = 20;
const WINDOW_MS_MIN = 5_000;
/** The first windows fill caches and compile code. */
const WARM_SHARE = 0.25;
const HOUR_MS = 3_600_000;
const MIB = 1024 * 1024;

interface Window extends Served {
  atMs: number;
  bytes: number;
  descriptors: number;
}

/** A steady mix of requests for a long time: does memory grow, do descriptors leak, do answers get slower? */
async function main(): Promise<void> {
  const totalMs = durationMs(process.argv.slice(2).find((argument) => argument !== '--') ?? '30m');
  const windowMs = Math.max(WINDOW_MS_MIN, totalMs / WINDOWS);
  const target = await openTarget();
  try {
    const requests = await requestsOf(target.caller);
    const mixed = (at: number) => requests[KINDS[at % KINDS.length] ?? 'text'](at);
    printOut(`${target.name}; ${CLIENTS} clients\n`);
    printOut('| minute | requests a second | p99 ms | failed | memory MiB | descriptors |');
    printOut('| -----: | ----------------: | -----: | -----: | ---------: | ----------: |');
    const windows: Window[] = [];
    const startedAt = performance.now();
    while (performance.now() - startedAt < totalMs) {
      const served = await serve(mixed, CLIENTS, windowMs);
      const atMs = performance.now() - startedAt;
      const window = { ...served, atMs, ...(await readProcesses(target.metricsUrls)) };
      windows.push(window);
      printOut(rowOf(window));
    }
    summarize(windows.slice(Math.floor(WARM_SHARE * windows.length)));
  } finally {
    await target.close();
  }
}

function rowOf({ atMs, perSecond, p99Ms, failed, bytes, descriptors }: Window): string {
  const cells = [
    (atMs / 60_000).toFixed(1),
    perSecond.toFixed(1),
    p99Ms.toFixed(0),
    failed,
    (bytes / MIB).toFixed(0),
    descriptors,
  ];
  return `| ${cells.join(' | ')} |`;
}

/** Of the windows after the warm-up. */
function summarize(windows: readonly Window[]): void {
  const perHour = (value: (window: Window) => number): number =>
    HOUR_MS * slopeOf(windows.map((window) => [window.atMs, value(window)]));
  const failed = windows.reduce((sum, window) => sum + window.failed, 0);
  printOut(`
After the warm-up: memory ${(perHour(({ bytes }) => bytes) / MIB).toFixed(1)} MiB an hour, descriptors ${perHour(({ descriptors }) => descriptors).toFixed(1)} an hour,
p99 ${perHour(({ p99Ms }) => p99Ms).toFixed(1)} ms an hour, ${failed} failed.`);
}

await main().catch((error: unknown) => {
  printErr(error instanceof Error ? (error.stack ?? error.message) : String(error));
  process.exitCode = 1;
});
process.exit();
