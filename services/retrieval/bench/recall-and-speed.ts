import { availableParallelism } from 'node:os';
import { Dataset } from './dataset.js';
import { build, openEngine, type EngineName } from './engines.js';
import { FILTER_CASES } from './filters.js';
import { exactAnswers, measureFilter, type RecallRow, type Truth } from './recall.js';

const SIZES = (process.env['BENCH_POINTS'] ?? '100000').split(',').map(Number);
const DIMENSIONS = Number(process.env['BENCH_DIMENSIONS'] ?? 512);
const QUERIES = Number(process.env['BENCH_QUERIES'] ?? 100);
const ENGINES = (process.env['BENCH_ENGINES'] ?? 'lancedb,qdrant').split(',');
/** Keeps what is built on a server under that name, and measures it again where it is there already. */
const KEPT_AS = process.env['BENCH_KEPT_AS'];
/** Only the filters whose name holds this. */
const FILTER = process.env['BENCH_FILTER'] ?? '';
/** Lists as short as a search may ask for, and as long as the service's own pool. */
const LIST_LIMITS = [10, 100];

interface Measured {
  engine: EngineName;
  points: number;
  rows: RecallRow[];
}

/**
 * Recall against an exact scan and time a query, for every kind of filter, with build time, disk and memory: LanceDB,
 * and Qdrant where QDRANT_URL names one. Of several sizes it says how the time grows.
 */
async function main(): Promise<void> {
  const filters = FILTER_CASES.filter(({ name }) => name.includes(FILTER));
  const measured: Measured[] = [];
  for (const points of SIZES) {
    console.log(
      `\n${points} points of ${DIMENSIONS} dimensions in clusters, ${QUERIES} queries, ${availableParallelism()} cores`,
    );
    const dataset = new Dataset({ size: points, dimensions: DIMENSIONS, seed: 7 });
    const truths = exactAnswers(dataset, dataset.drawQueries(QUERIES), filters, LIST_LIMITS);
    for (const engine of ENGINES) {
      if (engine.startsWith('qdrant') && process.env['QDRANT_URL'] === undefined) continue;
      measured.push({ engine, points, rows: await measureEngine(engine, dataset, truths) });
    }
  }
  if (SIZES.length > 1) printGrowth(measured);
}

async function measureEngine(
  name: EngineName,
  dataset: Dataset,
  truths: readonly Truth[],
): Promise<RecallRow[]> {
  const engine = await openEngine(name, KEPT_AS === undefined ? undefined : `${KEPT_AS}-${dataset.size}`);
  try {
    const built = await build(engine.index, dataset);
    const rows: RecallRow[] = [];
    for (const truth of truths) {
      for (const [at, listLimit] of LIST_LIMITS.entries()) {
        rows.push(await measureFilter(engine.index, truth, at, listLimit));
      }
    }
    const { diskMib, memoryMib, compressedMib } = await engine.footprint();
    const how = built
      ? `loaded in ${built.loadSeconds} s, indexed in ${built.indexSeconds} s more`
      : 'built by an earlier run';
    console.log(`\n${name}: ${how}`);
    console.table(rows);
    const compressed = compressedMib === undefined ? '' : `, of that ${compressedMib} MiB compressed vectors`;
    console.log(`disk ${diskMib} MiB, memory ${memoryMib} MiB${compressed}`);
    return rows;
  } finally {
    await engine.remove();
  }
}

/** The exponent e of time ∝ points^e, from each size to the next: 0 is constant, 1 is a scan. */
function printGrowth(measured: readonly Measured[]): void {
  for (const engine of ENGINES) {
    const own = measured.filter((one) => one.engine === engine);
    for (const [position, { points, rows }] of own.entries()) {
      const before = own[position - 1];
      if (before === undefined) continue;
      console.log(`\n${engine}: from ${before.points} to ${points} points`);
      const grown = rows.map(({ filter, k, p50Ms }, at) => {
        const beforeMs = before.rows[at]?.p50Ms ?? Number.NaN;
        const exponent = Math.log(p50Ms / beforeMs) / Math.log(points / before.points);
        return { filter, k, beforeMs, p50Ms, exponent: Number(exponent.toFixed(2)) };
      });
      console.table(grown);
    }
  }
}

await main();
process.exit(0);
