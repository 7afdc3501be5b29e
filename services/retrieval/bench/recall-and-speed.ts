import { availableParallelism } from 'node:os';
import { Dataset } from './dataset.js';
import { build, openEngine, type EngineName } from './engines.js';
import { FILTER_CASES } from './filters.js';
import { exactAnswers, measureFilter, type RecallRow, type Truth } from './recall.js';

const SIZES = (process.env['BENCH_POINTS'] ?? '100000').split(',').map(Number);
const DIMENSIONS = Number(process.env['BENCH_DIMENSIONS'] ?? 512);
const QUERIES = Number(process.env['BENCH_QUERIES'] ?? 100);
const ENGINES = (process.env['BENCH_ENGINES'] ?? 'lancedb,qdrant').split(',');
/** Only the filters whose name holds this. */
const FILTER = process.env['BENCH_FILTER'] ?? '';
/** Lists as short as a search may ask for, and as long as the service's own pool. */
const LIST_LIMITS = [10, 100];

/**
 * Recall against an exact scan and time a query, for every kind of filter, with build time, disk and memory: LanceDB,
 * and Qdrant where QDRANT_URL names one.
 */
async function main(): Promise<void> {
  const filters = FILTER_CASES.filter(({ name }) => name.includes(FILTER));
  for (const points of SIZES) {
    console.log(
      `\n${points} points of ${DIMENSIONS} dimensions in clusters, ${QUERIES} queries, ${availableParallelism()} cores`,
    );
    const dataset = new Dataset({ size: points, dimensions: DIMENSIONS, seed: 7 });
    const truths = exactAnswers(dataset, dataset.drawQueries(QUERIES), filters, Math.max(...LIST_LIMITS));
    for (const engine of ENGINES) {
      if (engine.startsWith('qdrant') && process.env['QDRANT_URL'] === undefined) continue;
      await measureEngine(engine, dataset, truths);
    }
  }
}

async function measureEngine(name: EngineName, dataset: Dataset, truths: readonly Truth[]): Promise<void> {
  const engine = await openEngine(name);
  try {
    const { loadSeconds, indexSeconds } = await build(engine.index, dataset);
    const rows: RecallRow[] = [];
    for (const truth of truths) {
      for (const listLimit of LIST_LIMITS) rows.push(await measureFilter(engine.index, truth, listLimit));
    }
    const { diskMib, memoryMib, compressedMib } = await engine.footprint();
    console.log(`\n${name}: loaded in ${loadSeconds} s, indexed in ${indexSeconds} s more`);
    console.table(rows);
    const compressed = compressedMib === undefined ? '' : `, of that ${compressedMib} MiB compressed vectors`;
    console.log(`disk ${diskMib} MiB, memory ${memoryMib} MiB${compressed}`);
  } finally {
    await engine.remove();
  }
}

await main();
process.exit(0);
