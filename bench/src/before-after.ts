import { parseArgs } from 'node:util';
import { printErr } from '@imagesearch/service-kit/process/terminal';
import { startCommitSide } from './commit-sides.js';
import { compareSides } from './compare.js';
import type { Side } from './sides.js';
import { findIn, imageSearches, sameTexts, search, withClients } from './workloads.js';

const ROUNDS = 7;
const TURN_MS = 3_000;

/** Compares the speed of two commits, each built and filled in folders of its own and in one process, in turns. */
async function main(): Promise<void> {
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
    const turns = { rounds: Number(values.rounds), turnMs: TURN_MS };
    for (const workload of await workloads(sides)) await compareSides(sides, workload, turns);
  } finally {
    await Promise.all(sides.map((side) => side.close()));
  }
}

async function workloads(sides: readonly Side[]) {
  const { similar } = await findIn(sides);
  const { indexed, notIndexed, again } = await imageSearches();
  const filters = { commercial: true, luminance_min: 0.3 };
  return [
    ...[1, 8, 32].flatMap((clients) => withClients(clients, { text: sameTexts, similar })),
    ...withClients(1, {
      'text and filter': (at) => search({ ...sameTexts(at).body, filters }),
      'image that is indexed': indexed,
      'image that is not indexed': notIndexed,
      'the same images again': again,
    }),
  ];
}

await main();
process.exit(0);
