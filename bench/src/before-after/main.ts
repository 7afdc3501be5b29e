import { parseArgs } from 'node:util';
import { printErr } from '@imagesearch/service-kit/process/terminal';
import type { Side } from '../sides/side.js';
import { compareInTurns } from '../sides/turns.js';
import { compareSides, wayOf } from '../sides/workload.js';
import { prepareCheckout, type Checkout } from './checkout.js';
import { startInProcess } from './start-in-process.js';
import { startCommitSide } from './commit-side.js';
import { workloads } from './workloads.js';

const ROUNDS = 7;

interface Options {
  limit?: string | undefined;
  rounds: number;
}

/** Compares the speed of two commits, each built and filled in folders of its own, in turns. */
async function compare(before: string, after: string, { limit, rounds }: Options): Promise<void> {
  const checkouts = [await prepareCheckout(before, limit), await prepareCheckout(after, limit)] as const;
  const sides: Side[] = [];
  try {
    for (const checkout of checkouts) sides.push(await startCommitSide(checkout));
    const [first, second] = sides as [Side, Side];
    for (const workload of await workloads()) await compareSides([first, second], workload, rounds);
    await besideOneProcess(second, checkouts[1], rounds);
  } finally {
    await Promise.all(sides.map((side) => side.close()));
  }
}

/** The second side's text search over HTTP, beside the same search in one process, in turns. */
async function besideOneProcess(side: Side, checkout: Checkout, rounds: number): Promise<void> {
  const inProcess = await startInProcess(checkout);
  try {
    for (const workload of (await workloads()).slice(0, 2)) {
      const ways = [
        { name: 'in process', measure: () => inProcess.measure(workload) },
        { ...wayOf(side, workload), name: 'HTTP' },
      ] as const;
      await compareInTurns(`${workload.name}, ${side.name} in process and over HTTP`, ways, rounds);
    }
  } finally {
    await inProcess.close();
  }
}

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { limit: { type: 'string' }, rounds: { type: 'string', default: String(ROUNDS) } },
});
const [before, after = 'HEAD'] = positionals;
if (before === undefined) {
  printErr('Usage: pnpm bench:before-after <commit> [<commit>] [--limit <images>] [--rounds <n>]');
  process.exit(2);
}
await compare(before, after, { limit: values.limit, rounds: Number(values.rounds) });
process.exit(0);
