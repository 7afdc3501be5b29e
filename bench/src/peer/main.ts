import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { envelopeSchema } from '@imagesearch/testkit/stack/answers';
import { forkSide, type ForkedSide, type Side } from '../sides/side.js';
import { compareSides } from '../sides/workload.js';
import { fillTable } from './fill-table.js';
import { writeModelFolder, prepareProduct, type Product, type Reranking } from './product.js';
import { countRankings, workloads } from './workloads.js';

const IMAGES = '300';
const ROUNDS = 5;
/** In one round, by the number of clients. A cross-encoder reads a hundred texts for each search. */
const REQUESTS: Record<Reranking, Record<number, number>> = {
  words: { 1: 60, 8: 200, 64: 400 },
  'cross-encoder': { 1: 8, 8: 24 },
};

/** The product beside what a developer would write in one Node process, over the same images and the same text tower. */
async function main(limit: string, rounds: number): Promise<void> {
  const product = await prepareProduct(limit);
  const home = await mkdtemp(join(tmpdir(), 'imagesearch-peer-'));
  const open: Side[] = [];
  try {
    let peer: ForkedSide | undefined;
    for (const reranking of ['words', 'cross-encoder'] as const) {
      const ours = await product.start(reranking);
      open.push(ours);
      if (peer === undefined) open.push((peer = await startPeer(home, product, ours)));
      const counted = countRankings(ours);
      for (const side of [peer, ours])
        envelopeSchema.parse(await side.ask('/v1/search', { query: 'cat', k: 10 }));
      for (const workload of workloads(REQUESTS[reranking])) {
        await compareSides([peer, counted.side], workload, rounds);
        counted.print();
      }
      await ours.close();
      open.splice(open.indexOf(ours), 1);
    }
  } finally {
    for (const side of open) await side.close();
    await product.remove();
    await rm(home, { recursive: true, force: true });
  }
}

async function startPeer(
  home: string,
  { models, dataDir }: Product,
  { served }: ForkedSide,
): Promise<ForkedSide> {
  const [modelFolder, tableFolder] = [join(home, 'clip'), join(home, 'table')];
  await writeModelFolder(modelFolder, models.textFiles);
  await fillTable(tableFolder, dataDir, served);
  const command = [join(import.meta.dirname, 'serve.js'), modelFolder, tableFolder] as const;
  return forkSide('transformers.js + LanceDB', { command });
}

const { values } = parseArgs({
  options: {
    limit: { type: 'string', default: IMAGES },
    rounds: { type: 'string', default: String(ROUNDS) },
  },
});
await main(values.limit, Number(values.rounds));
process.exit(0);
