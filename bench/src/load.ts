import { printErr, printOut } from '@imagesearch/service-kit/process/terminal';
import { serve, type Served } from './load/closed-loop.js';
import { KINDS, requestsOf, type Kind } from './load/requests.js';
import { openTarget } from './load/target.js';

const CLIENTS = [1, 8, 64];
const SECONDS = Number(process.env['LOAD_SECONDS'] ?? 10);
const WARM_UP_MS = 2_000;
/** From one step to the next, throughput that grows by less than this is past the knee. */
const KNEE_GAIN = 1.2;

/** Throughput and latency of each kind of request by the number of clients, and where more clients gain nothing. */
async function main(): Promise<void> {
  const target = await openTarget();
  try {
    const requests = await requestsOf(target.caller);
    printOut(`${target.name}; ${SECONDS} s for each row\n`);
    printOut('| request | clients | requests a second | p50 ms | p99 ms | failed |');
    printOut('| ------- | ------: | ----------------: | -----: | -----: | -----: |');
    const knees: string[] = [];
    for (const kind of KINDS) {
      await serve(requests[kind], 1, WARM_UP_MS);
      const steps: Served[] = [];
      for (const clients of CLIENTS) {
        const served = await serve(requests[kind], clients, 1_000 * SECONDS);
        steps.push(served);
        printOut(rowOf(kind, clients, served));
      }
      knees.push(`${kind} at ${kneeOf(steps)}`);
    }
    printOut(`\nMore clients gain little beyond: ${knees.join(', ')}.`);
  } finally {
    await target.close();
  }
}

function rowOf(kind: Kind, clients: number, { perSecond, p50Ms, p99Ms, failed }: Served): string {
  const cells = [kind, clients, perSecond.toFixed(1), p50Ms.toFixed(0), p99Ms.toFixed(0), failed];
  return `| ${cells.join(' | ')} |`;
}

function kneeOf(steps: readonly Served[]): number {
  const at = steps.findIndex(
    ({ perSecond }, step) => (steps[step + 1]?.perSecond ?? 0) < KNEE_GAIN * perSecond,
  );
  return CLIENTS[at] ?? 0;
}

await main().catch((error: unknown) => {
  printErr(error instanceof Error ? (error.stack ?? error.message) : String(error));
  process.exitCode = 1;
});
process.exit();
