import { parseArgs } from 'node:util';
import type { StoreServers } from '@imagesearch/testkit/stores/server-stores';
import { printErr } from '@imagesearch/service-kit/process/terminal';
import type { Side } from '../sides/side.js';
import { compareSides } from '../sides/workload.js';
import { serversOfEnvironment } from '../sides/stores.js';
import { builtCheckout, prepareCheckout, startCommitSide } from './checkout.js';
import { startFiveProcessSide } from './five-process-side.js';
import { fiveProcessWorkloads, workloads } from './workloads.js';

const ROUNDS = 7;

interface Options {
  limit?: string | undefined;
  rounds: number;
}

/** Compares the speed of two commits, each built and filled in folders of its own and in one process, in turns. */
async function compare(before: string, after: string, { limit, rounds }: Options): Promise<void> {
  const checkouts = [await prepareCheckout(before, limit), await prepareCheckout(after, limit)] as const;
  const sides: Side[] = [];
  try {
    for (const checkout of checkouts) sides.push(await startCommitSide(checkout));
    const [first, second] = sides as [Side, Side];
    for (const workload of await workloads()) await compareSides([first, second], workload, rounds);
  } finally {
    await Promise.all(sides.map((side) => side.close()));
  }
}

/** The same as five processes each, with servers. */
async function compareFiveProcesses(
  before: string,
  after: string,
  { limit, rounds }: Options,
  servers: StoreServers,
): Promise<void> {
  const sides: Side[] = [];
  try {
    for (const revision of [before, after])
      sides.push(await startFiveProcessSide(await builtCheckout(revision), servers, limit));
    const [first, second] = sides as [Side, Side];
    for (const workload of await fiveProcessWorkloads())
      await compareSides([first, second], workload, rounds);
  } finally {
    await Promise.all(sides.map((side) => side.close()));
  }
}

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    limit: { type: 'string' },
    rounds: { type: 'string', default: String(ROUNDS) },
    'five-processes': { type: 'boolean', default: false },
  },
});
const [before, after = 'HEAD'] = positionals;
if (before === undefined) {
  printErr(
    'Usage: npm run bench -- before-after <commit> [<commit>] [--limit <images>] [--rounds <n>] [--five-processes]',
  );
  process.exit(2);
}
const options = { limit: values.limit, rounds: Number(values.rounds) };
if (values['five-processes']) await compareFiveProcesses(before, after, options, serversOfEnvironment());
else await compare(before, after, options);
process.exit(0);
