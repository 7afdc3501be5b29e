import { mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { loadConfig } from '@imagesearch/retrieval/config';
import type { VectorIndex } from '@imagesearch/retrieval/domain/vector-index';
import { openIndex } from '@imagesearch/retrieval/store/open-index';
import { detachedCall } from '@imagesearch/service-kit/call-context';
import { quantile } from './measure.js';
import { Dataset } from './retrieval/dataset.js';
import { nearest, similarities } from './retrieval/exact.js';
import { FILTER_CASES, type FilterCase } from './retrieval/filters.js';

const POINTS = Number(process.env['BENCH_POINTS'] ?? 100_000);
const DIMENSIONS = Number(process.env['BENCH_DIMENSIONS'] ?? 512);
const QUERIES = Number(process.env['BENCH_QUERIES'] ?? 100);
/** Lists as short as a search may ask for, and as long as the service's own pool. */
const LIST_LIMITS = [10, 100];
const BATCH_POINTS = 1_000;
const MODEL = 'bench';
const CALL_TIMEOUT_MS = 60_000;
const INDEXING_TIMEOUT_MS = 3_600_000;

interface Truth {
  filter: FilterCase;
  /** By query, then by position in `LIST_LIMITS`. */
  nearest: Set<string>[][];
}

/** Recall against an exact scan and time a query, for every kind of filter: LanceDB, and Qdrant where QDRANT_URL names one. */
async function main(): Promise<void> {
  console.log(
    `${POINTS} points of ${DIMENSIONS} dimensions in clusters, ${QUERIES} queries, ${availableParallelism()} cores`,
  );
  const dataset = new Dataset({ size: POINTS, dimensions: DIMENSIONS, seed: 7 });
  const queries = dataset.drawQueries(QUERIES);
  const truths = exactAnswers(dataset, queries);
  const engines = (process.env['BENCH_ENGINES'] ?? 'lancedb,qdrant').split(',');
  for (const engine of engines) {
    if (engine === 'qdrant' && process.env['QDRANT_URL'] === undefined) continue;
    await measureEngine(engine, dataset, queries, truths);
  }
}

function exactAnswers(dataset: Dataset, queries: readonly Float32Array[]): Truth[] {
  const truths = FILTER_CASES.map((filter): Truth => ({ filter, nearest: [] }));
  for (const query of queries) {
    const scores = similarities(dataset, query);
    for (const truth of truths) {
      truth.nearest.push(LIST_LIMITS.map((limit) => nearest(dataset, scores, truth.filter, limit)));
    }
  }
  return truths;
}

async function measureEngine(
  engine: string,
  dataset: Dataset,
  queries: readonly Float32Array[],
  truths: readonly Truth[],
): Promise<void> {
  const dataDir = await mkdtemp(join(tmpdir(), 'imagesearch-bench-'));
  const { QDRANT_URL: url, ...env } = process.env;
  const config = loadConfig({
    ...env,
    DATA_DIR: dataDir,
    QDRANT_COLLECTION: `bench-${Date.now()}`,
    ...(engine === 'qdrant' && { QDRANT_URL: url }),
  });
  const index = await openIndex(config);
  try {
    const built = await build(index, dataset);
    const rows = [];
    for (const truth of truths) {
      for (const [at, listLimit] of LIST_LIMITS.entries()) {
        rows.push(await measureFilter(index, queries, truth, at, listLimit));
      }
    }
    console.log(`\n${engine}: loaded in ${built.loadSeconds} s, indexed in ${built.indexSeconds} s more`);
    console.table(rows);
    console.log(
      `disk ${mib(await bytesBelow(dataDir))} MiB, memory of this process ${mib(process.memoryUsage().rss)} MiB`,
    );
  } finally {
    await index.close();
    if (engine === 'qdrant') await removeCollections(String(url), String(config.qdrant?.collection));
    await rm(dataDir, { recursive: true, force: true });
  }
}

async function build(index: VectorIndex, dataset: Dataset) {
  const startedAt = performance.now();
  for (let from = 0; from < dataset.size; from += BATCH_POINTS) {
    const length = Math.min(BATCH_POINTS, dataset.size - from);
    await index.upsert(
      MODEL,
      Array.from({ length }, (_, at) => dataset.pointAt(from + at)),
    );
  }
  const loadedAt = performance.now();
  await index.optimize();
  const givenUpAt = Date.now() + INDEXING_TIMEOUT_MS;
  while (!(await index.describe()).settled) {
    if (Date.now() > givenUpAt) throw new Error('the index was not built in time');
    await sleep(1_000);
  }
  const seconds = (from: number, to: number): string => ((to - from) / 1_000).toFixed(1);
  return { loadSeconds: seconds(startedAt, loadedAt), indexSeconds: seconds(loadedAt, performance.now()) };
}

async function measureFilter(
  index: VectorIndex,
  queries: readonly Float32Array[],
  { filter, nearest: expected }: Truth,
  limitAt: number,
  listLimit: number,
) {
  const ask = async (query: Float32Array): Promise<string[]> => {
    const lists = await index.recall(
      {
        terms: [],
        caption: undefined,
        image: query,
        modelFingerprint: MODEL,
        conditions: filter.conditions,
        listLimit,
        withPalette: false,
      },
      detachedCall(CALL_TIMEOUT_MS),
    );
    return (lists.image ?? []).map(({ assetId }) => assetId);
  };
  for (const query of queries.slice(0, 5)) await ask(query);

  const latencies: number[] = [];
  const recalls: number[] = [];
  for (const [position, query] of queries.entries()) {
    const sentAt = performance.now();
    const ids = await ask(query);
    latencies.push(performance.now() - sentAt);
    const wanted = expected[position]?.[limitAt] ?? new Set();
    recalls.push(wanted.size === 0 ? 1 : ids.filter((id) => wanted.has(id)).length / wanted.size);
  }
  latencies.sort((a, b) => a - b);
  return {
    filter: filter.name,
    k: listLimit,
    recall: Number((recalls.reduce((sum, recall) => sum + recall, 0) / recalls.length).toFixed(4)),
    worst: Number(Math.min(...recalls).toFixed(2)),
    p50Ms: Number(quantile(latencies, 0.5).toFixed(1)),
    p99Ms: Number(quantile(latencies, 0.99).toFixed(1)),
  };
}

async function removeCollections(url: string, prefix: string): Promise<void> {
  const response = await fetch(`${url}/collections`);
  const { result } = (await response.json()) as { result: { collections: { name: string }[] } };
  for (const { name } of result.collections) {
    if (name.startsWith(prefix)) await fetch(`${url}/collections/${name}`, { method: 'DELETE' });
  }
}

async function bytesBelow(dir: string): Promise<number> {
  const entries = await readdir(dir, { recursive: true, withFileTypes: true });
  const sizes = await Promise.all(
    entries
      .filter((entry) => entry.isFile())
      .map(async (entry) => (await stat(join(entry.parentPath, entry.name))).size),
  );
  return sizes.reduce((sum, size) => sum + size, 0);
}

const mib = (bytes: number): string => (bytes / 1024 ** 2).toFixed(0);

await main();
process.exit(0);
