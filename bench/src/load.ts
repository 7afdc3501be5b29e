import { printErr, printOut } from '@imagesearch/service-kit/process/terminal';
import { quantile, serve, type Send, type Served } from '@imagesearch/testkit/measure';
import { KINDS, requestsOf, type Kind } from './load/requests.js';
import { openTargets } from './load/targets.js';

const CLIENTS = [1, 8, 64];
const SECONDS = Number(process.env['LOAD_SECONDS'] ?? 10);
const WARM_UP_MS = 2_000;
/** From one step to the next, throughput that grows by less than this is past the knee. */
const KNEE_GAIN = 1.2;

interface Loaded {
  name: string;
  requests: Record<Kind, Send>;
}

/** Throughput and latency of each kind of request by the number of clients, and where more clients gain nothing. */
async function main(): Promise<void> {
  const targets = await openTargets(process.argv.slice(2));
  try {
    const loaded: Loaded[] = [];
    for (const { name, caller } of targets) loaded.push({ name, requests: await requestsOf(caller) });
    printOut(`${SECONDS} s for each row, one after another\n`);
    printOut('| request | clients | services | requests a second | p50 ms | p99 ms | failed |');
    printOut('| ------- | ------: | -------- | ----------------: | -----: | -----: | -----: |');
    for (const kind of KINDS) await loadWith(kind, loaded);
  } finally {
    for (const target of targets) await target.close();
  }
}

/** The targets take turns at every number of clients. */
async function loadWith(kind: Kind, targets: readonly Loaded[]): Promise<void> {
  for (const { requests } of targets) await serve(requests[kind], 1, WARM_UP_MS);
  const rates = new Map(targets.map(({ name }): [string, number[]] => [name, []]));
  for (const clients of CLIENTS) {
    for (const { name, requests } of targets) {
      const served = await serve(requests[kind], clients, 1_000 * SECONDS);
      rates.get(name)?.push(served.perSecond);
      printOut(rowOf(kind, clients, name, served));
    }
  }
  for (const [name, steps] of rates)
    printOut(`| ${kind} | | ${name} | knee at ${kneeOf(steps)} clients | | | |`);
}

function rowOf(kind: Kind, clients: number, name: string, served: Served): string {
  const [p50, p99] = [0.5, 0.99].map((share) => quantile(served.latenciesMs, share).toFixed(0));
  const cells = [kind, clients, name, served.perSecond.toFixed(1), p50, p99, served.failed];
  return `| ${cells.join(' | ')} |`;
}

function kneeOf(rates: readonly number[]): number {
  const at = rates.findIndex((rate, step) => (rates[step + 1] ?? 0) < KNEE_GAIN * rate);
  return CLIENTS[at] ?? 0;
}

await main().catch((error: unknown) => {
  printErr(error instanceof Error ? (error.stack ?? error.message) : String(error));
  process.exitCode = 1;
});
process.exit();
