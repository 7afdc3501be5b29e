import { parseArgs } from 'node:util';
import { printErr } from '@imagesearch/service-kit/process/terminal';
import type { Side } from '../sides/side.js';
import { compareSides } from '../sides/workload.js';
import { startCommitSide } from './checkout.js';
import { workloads } from './workloads.js';

const ROUNDS = 7;

/** Compares the speed of two commits, each built and filled in folders of its own and in one process, in turns. */
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    limit: { type: 'string' },
    rounds: { type: 'string', default: String(ROUNDS) },
  },
});
const [before, after = 'HEAD'] = positionals;
if (before === undefined) {
  printErr('Usage: npm run bench -- before-after <commit> [<commit>] [--limit <images>] [--rounds <n>]');
  process.exit(2);
}
const sides: Side[] = [];
try {
  for (const revision of [before, after]) sides.push(await startCommitSide(revision, values.limit));
  const [first, second] = sides as [Side, Side];
  for (const workload of await workloads())
    await compareSides([first, second], workload, Number(values.rounds));
} finally {
  await Promise.all(sides.map((side) => side.close()));
}
process.exit(0);
