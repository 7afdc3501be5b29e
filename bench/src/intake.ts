import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join, resolve } from 'node:path';
import { printOut } from '@imagesearch/service-kit/process/terminal';
import { writePhotographs, type PhotographSize } from './intake/photographs.js';
import { ingestOnce, type Intake } from './intake/ingest-once.js';

const SIZES: readonly PhotographSize[] = [
  { name: '1,000 px', width: 1_000, height: 750, count: 120 },
  { name: '12 megapixels', width: 4_000, height: 3_000, count: 40 },
];
const ROUNDS = 3;

/**
 * Images that `ingest folder` adds in a second, and the memory of the stack afterwards: `bench:intake [checkout …]`. Further
 * checkouts, which must be built, take turns with this one over the same files.
 */
const checkouts = [
  resolve(import.meta.dirname, '../..'),
  ...process.argv.slice(2).map((path) => resolve(path)),
];
const scratch = await mkdtemp(join(tmpdir(), 'imagesearch-intake-'));
try {
  for (const size of SIZES) {
    const folder = await writePhotographs(join(scratch, `${size.width}`), size);
    const runs = new Map(checkouts.map((checkout) => [checkout, [] as Intake[]]));
    for (let round = 0; round < ROUNDS; round += 1)
      for (const [checkout, own] of runs)
        own.push(await ingestOnce(checkout, folder, join(scratch, 'models')));
    printOut(`\n${size.count} photographs of ${size.name}, ${ROUNDS} rounds`);
    for (const [checkout, own] of runs) {
      const rates = own.map(({ seconds }) => size.count / seconds).sort((a, b) => a - b);
      const memory = own.map(({ residentMib }) => residentMib).sort((a, b) => a - b);
      printOut(
        `  ${basename(checkout)}: ${middleOf(rates).toFixed(2)} a second ` +
          `(${rates.map((rate) => rate.toFixed(2)).join(', ')}), ${middleOf(memory).toFixed(0)} MiB afterwards`,
      );
    }
  }
} finally {
  await rm(scratch, { recursive: true, force: true });
}

function middleOf(sorted: readonly number[]): number {
  return sorted[sorted.length >> 1] ?? NaN;
}
