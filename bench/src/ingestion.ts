import { execFile } from 'node:child_process';
import { parseArgs, promisify } from 'node:util';
import { printErr, printOut } from '@imagesearch/service-kit/process/terminal';
import { quantile, serve } from '@imagesearch/testkit/measure';
import { startCommitSide, type CommitSide } from './commit-sides.js';
import { sorted, spread } from './compare.js';
import { newTexts } from './workloads.js';

const ROUNDS = 5;
const IMAGES = 60;
/** In the index before the first turn. */
const IMAGES_BEFORE = 40;
const IDLE_MS = 4_000;
const WARM_UP_MS = 5_000;
const OUTPUT_BYTES_MAX = 16 * 1024 * 1024;

/** What one side did in one round. */
interface Turn {
  imagesPerSecond: number;
  idleMs: readonly number[];
  /** Of searches while images were ingested. */
  busyMs: readonly number[];
}

/** Ingests the same drawings into the stacks of two commits in turns: once alone, and once while a client searches. */
async function main(): Promise<void> {
  const options = { images: { type: 'string' }, rounds: { type: 'string' } } as const;
  const { values, positionals } = parseArgs({ allowPositionals: true, options });
  const [before, after = 'HEAD'] = positionals;
  if (before === undefined) {
    printErr('Usage: npm run bench -- ingestion <commit> [<commit>] [--images <n>] [--rounds <n>]');
    process.exit(2);
  }
  const [images, rounds] = [Number(values.images ?? IMAGES), Number(values.rounds ?? ROUNDS)];
  const sides: CommitSide[] = [];
  try {
    for (const revision of [before, after])
      sides.push(await startCommitSide(revision, String(IMAGES_BEFORE)));
    const texts = new Map(sides.map((side) => [side, newTexts()]));
    const search = (side: CommitSide) => () => side.ask((texts.get(side) ?? newTexts())());
    for (const side of sides) await serve(search(side), 1, WARM_UP_MS);
    const turns = sides.map((): Turn[] => []);
    for (let round = 0; round < rounds; round += 1) {
      const order = [...sides.entries()];
      if (round % 2 === 1) order.reverse();
      const held = IMAGES_BEFORE + 2 * round * images;
      for (const [at, side] of order) turns[at]?.push(await turnOf(side, search(side), held, images));
    }
    for (const [at, { name }] of sides.entries()) printSide(name, turns[at] ?? []);
    const rate = (at: number, round: number) => turns[at]?.[round]?.imagesPerSecond ?? Number.NaN;
    const ratios = Array.from({ length: rounds }, (_, round) => rate(1, round) / rate(0, round));
    printOut(`images a second × ${spread(ratios)}`);
  } finally {
    await Promise.all(sides.map((side) => side.close()));
  }
}

/** @param held How many drawings the index has already. */
async function turnOf(
  side: CommitSide,
  search: () => Promise<void>,
  held: number,
  images: number,
): Promise<Turn> {
  const startedAt = performance.now();
  await ingest(side, held + images);
  const imagesPerSecond = (1_000 * images) / (performance.now() - startedAt);
  const { latenciesMs: idleMs } = await serve(search, 1, IDLE_MS);
  const over = new AbortController();
  const ingesting = ingest(side, held + 2 * images).finally(() => over.abort());
  const busyMs: number[] = [];
  while (!over.signal.aborted) {
    const sentAt = performance.now();
    await search();
    busyMs.push(performance.now() - sentAt);
  }
  await ingesting;
  return { imagesPerSecond, idleMs, busyMs };
}

/** With the commit's own command, until the index holds so many; it skips those that are there. */
async function ingest({ tree, served: { addresses } }: CommitSide, count: number): Promise<void> {
  const args = ['services/ingest/dist/main.js', 'openmoji', '--limit', String(count)];
  const env = { ...process.env, ...addresses, LOG_LEVEL: 'error' };
  await promisify(execFile)(process.execPath, args, { cwd: tree, env, maxBuffer: OUTPUT_BYTES_MAX });
}

function printSide(name: string, turns: readonly Turn[]): void {
  const p50 = (values: readonly number[]) => quantile(sorted(values), 0.5);
  const quantiles = (values: readonly number[]) =>
    `p50 ${p50(values).toFixed(0)} ms · p99 ${quantile(sorted(values), 0.99).toFixed(0)} ms`;
  printOut(`\n${name}`);
  printOut(`  images a second ${spread(turns.map(({ imagesPerSecond }) => imagesPerSecond))}`);
  printOut(`  searches, idle       ${quantiles(turns.flatMap(({ idleMs }) => idleMs))}`);
  printOut(`  searches, ingesting  ${quantiles(turns.flatMap(({ busyMs }) => busyMs))}`);
  printOut(`  p50 ingesting ÷ idle ${spread(turns.map(({ idleMs, busyMs }) => p50(busyMs) / p50(idleMs)))}`);
}

await main();
process.exit(0);
