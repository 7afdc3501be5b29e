import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join, resolve } from 'node:path';
import { printOut } from '@imagesearch/service-kit/process/terminal';
import { takeTurn } from '@imagesearch/testkit/bench/turns';
import { builtCheckout } from './before-after/checkout.js';
import { writePhotographs, type PhotographSize } from './intake/photographs.js';
import { startStackProcess, type Memory, type Spent } from './intake/stack-process.js';

interface Run extends Spent {
  memory: Memory;
}

const SIZES: readonly (PhotographSize & { count: number })[] = [
  { name: '1,000 px', width: 1_000, height: 750, count: 100 },
  { name: '12 megapixels', width: 4_000, height: 3_000, count: 24 },
];
const ROUNDS = 3;

/**
 * Images that `ingest folder` adds in a second, and the memory of the stack afterwards: `bench:intake [commit or folder …]`.
 * Each commit is built in a folder of its own, and all take turns with this checkout over the same files.
 */
const own = resolve(import.meta.dirname, '../..');
const others = process.argv.slice(2).filter((argument) => argument !== '--');
const checkouts = [{ name: basename(own), tree: own }];
for (const other of others)
  checkouts.push({
    name: other,
    tree: existsSync(other) ? resolve(other) : (await builtCheckout(other)).tree,
  });

const scratch = await mkdtemp(join(tmpdir(), 'imagesearch-intake-'));
try {
  for (const size of SIZES) {
    const folder = await writePhotographs(join(scratch, `${size.width}`), size, size.count);
    const runs = checkouts.map((checkout) => ({ ...checkout, runs: [] as Run[] }));
    const ways = runs.map(({ name, tree, runs: done }) => async () => {
      done.push(await ingestOnce(tree, folder, join(scratch, 'models', name)));
    });
    for (let round = 0; round < ROUNDS; round += 1) await takeTurn(ways, round);
    printOut(`\n${size.count} photographs of ${size.name}, ${ROUNDS} rounds`);
    for (const { name, runs: done } of runs) printOut(lineOf(name, size.count, done));
  }
} finally {
  await rm(scratch, { recursive: true, force: true });
}

async function ingestOnce(tree: string, folder: string, modelDir: string): Promise<Run> {
  const stack = await startStackProcess(tree, modelDir);
  try {
    return { ...(await stack.ingest(folder)), memory: await stack.memory() };
  } finally {
    await stack.close();
  }
}

function lineOf(name: string, count: number, runs: readonly Run[]): string {
  const rates = runs.map(({ seconds }) => count / seconds).sort((a, b) => a - b);
  const processor = middleOf(runs.map(({ processorSeconds }) => (1_000 * processorSeconds) / count));
  const resident = middleOf(runs.map(({ memory }) => memory.resident));
  const spread = rates.map((rate) => rate.toFixed(2)).join(', ');
  return (
    `  ${name}: ${middleOf(rates).toFixed(2)} a second (${spread}), ` +
    `${processor.toFixed(0)} ms of processor time each, ${resident.toFixed(0)} MiB afterwards`
  );
}

function middleOf(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[values.length >> 1] ?? NaN;
}
