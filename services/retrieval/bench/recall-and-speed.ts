import { availableParallelism } from 'node:os';
import { ResidentPoints } from '#src/index/memory/resident-points';
import type { RankedList } from '#src/index/candidate';
import type { RetrieveQuery } from '#src/index/vector-index';
import type { ServingIndex } from '#src/serving-index';
import { detachedCall } from '@imagesearch/service-kit/call-context';
import { quantile } from '@imagesearch/testkit/measure';
import { Dataset, type Query } from './dataset.js';
import { build, modelOf, openEngine } from './engines.js';
import { FILTER_CASES, type FilterCase } from './filters.js';

const SIZES = (process.env['BENCH_POINTS'] ?? '100000').split(',').map(Number);
const DIMENSIONS = Number(process.env['BENCH_DIMENSIONS'] ?? 512);
const QUERIES = Number(process.env['BENCH_QUERIES'] ?? 100);
const ENGINES = (process.env['BENCH_ENGINES'] ?? 'lancedb,qdrant').split(',');
/** Only the filters whose name holds this. */
const FILTER = process.env['BENCH_FILTER'] ?? '';
/** Lists as short as a search may ask for, and as long as the service's own pool. */
const LIST_LIMITS = [10, 100];
const WARM_UP_QUERIES = 5;
const CALL_TIMEOUT_MS = 60_000;

/**
 * Recall against an exact scan and time a query, for every kind of filter, with build time, disk and memory: LanceDB,
 * and Qdrant where QDRANT_URL names one.
 */
async function main(): Promise<void> {
  for (const points of SIZES) {
    console.log(
      `\n${points} points of ${DIMENSIONS} dimensions in clusters, ${QUERIES} queries, ${availableParallelism()} cores`,
    );
    const dataset = new Dataset({ size: points, dimensions: DIMENSIONS, seed: 7 });
    const truths = exactAnswers(dataset, dataset.drawQueries(QUERIES));
    for (const engine of ENGINES) {
      if (engine.startsWith('qdrant') && process.env['QDRANT_URL'] === undefined) continue;
      await measureEngine(engine, dataset, truths);
    }
  }
}

/** The exact answers of the queries that ask with one filter. */
interface Truth {
  filter: FilterCase;
  /** With each query what is nearest to it, the nearest first. */
  asked: { vector: Float32Array; nearest: readonly string[] }[];
}

/** As the index in memory gives them, which compares all points. */
function exactAnswers(dataset: Dataset, queries: readonly Query[]): Truth[] {
  const points = new ResidentPoints(modelOf(dataset));
  for (let at = 0; at < dataset.size; at += 1) points.put(dataset.pointAt(at));
  return FILTER_CASES.filter(({ name }) => name.includes(FILTER)).map((filter) => {
    const asking = queries.filter(({ place }) => place <= (filter.askedBelow ?? Infinity));
    const asked = asking.map(({ vector }) => ({
      vector,
      nearest: idsIn(points.retrieve(queryOf(vector, filter, Math.max(...LIST_LIMITS)))),
    }));
    return { filter, asked };
  });
}

async function measureEngine(name: string, dataset: Dataset, truths: readonly Truth[]): Promise<void> {
  const engine = await openEngine(name);
  try {
    const { loading, indexing } = await build(engine.index, dataset);
    const rows = [];
    for (const truth of truths)
      for (const listLimit of LIST_LIMITS) rows.push(await measureFilter(engine.index, truth, listLimit));
    const { disk, memory } = await engine.footprint();
    console.log(`\n${name}: loaded in ${loading} s, indexed in ${indexing} s more`);
    console.table(rows);
    console.log(`disk ${disk} MiB, memory ${memory} MiB`);
  } finally {
    await engine.remove();
  }
}

/** Asks with every query of a filter, one after another. `worst` is the recall of the query that was answered worst. */
async function measureFilter(index: ServingIndex, { filter, asked }: Truth, listLimit: number) {
  const ask = (vector: Float32Array): Promise<RankedList[]> =>
    index.reading((points) =>
      points.retrieve(queryOf(vector, filter, listLimit), detachedCall(CALL_TIMEOUT_MS)),
    );
  for (const { vector } of asked.slice(0, WARM_UP_QUERIES)) await ask(vector);
  const latencies: number[] = [];
  const recalls: number[] = [];
  for (const { vector, nearest } of asked) {
    const sentAt = performance.now();
    const lists = await ask(vector);
    latencies.push(performance.now() - sentAt);
    const wanted = new Set(nearest.slice(0, listLimit));
    const found = idsIn(lists).filter((id) => wanted.has(id));
    recalls.push(wanted.size === 0 ? 1 : found.length / wanted.size);
  }
  latencies.sort((a, b) => a - b);
  return {
    filter: filter.name,
    k: listLimit,
    recall: (recalls.reduce((sum, recall) => sum + recall, 0) / recalls.length).toFixed(4),
    worst: Math.min(...recalls).toFixed(2),
    p50Ms: quantile(latencies, 0.5).toFixed(1),
    p99Ms: quantile(latencies, 0.99).toFixed(1),
  };
}

function queryOf(image: Float32Array, { filters }: FilterCase, listLimit: number): RetrieveQuery {
  const vectors = [{ name: 'image', target: 'image', values: image } as const];
  return { terms: [], vectors, filters, listLimit };
}

function idsIn([list]: readonly RankedList[]): string[] {
  return (list?.candidates ?? []).map(({ assetId }) => assetId);
}

await main();
process.exit(0);
