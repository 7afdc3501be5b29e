import { mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { loadConfig } from '#src/config';
import type { IndexedModel } from '#src/index/model';
import { openStore } from '#src/index/open';
import { ServingIndex } from '#src/serving-index';
import { newQdrantIndex } from '@imagesearch/testkit/stores/qdrant-index';
import { z } from 'zod';
import type { Dataset } from './dataset.js';

const MODEL = 'bench';

/** `lancedb`, `qdrant`, or `qdrant` with a quantization: `qdrant+int8`. */
export type EngineName = string;

export interface Footprint {
  diskMib: number;
  /** LanceDB's share of our process; what Qdrant holds in memory, its cached files included. */
  memoryMib: number;
  /** Of Qdrant's compressed vectors, in memory. */
  compressedMib?: number;
}

export interface OpenedEngine {
  index: ServingIndex;
  footprint(): Promise<Footprint>;
  remove(): Promise<void>;
}

/** Opens an empty index in a temporary folder, or on the server that QDRANT_URL names. */
export async function openEngine(name: EngineName): Promise<OpenedEngine> {
  const [engine, quantization = 'none'] = name.split('+');
  const { QDRANT_URL: url = '', ...env } = process.env;
  const server = engine === 'qdrant' ? newQdrantIndex(url) : undefined;
  const dataDir = await mkdtemp(join(tmpdir(), 'imagesearch-bench-'));
  const rssBefore = process.memoryUsage().rss;
  const own = { DATA_DIR: dataDir, ...(server && { ...server.env, QDRANT_QUANTIZATION: quantization }) };
  const index = new ServingIndex(await openStore(loadConfig({ ...env, ...own })));
  return {
    index,
    footprint: async () =>
      server === undefined
        ? {
            diskMib: mib(await bytesBelow(dataDir)),
            memoryMib: mib(process.memoryUsage().rss - rssBefore),
          }
        : qdrantFootprint(url, (await server.collections())[0] ?? ''),
    remove: async () => {
      await index.close();
      await server?.drop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

export function modelOf({ dimensions }: Dataset): IndexedModel {
  return { fingerprint: MODEL, dimensions: { image: dimensions, caption: 0, sight: 0 } };
}

/** How long a load took, and what the engine took after it to build its indexes. */
export async function build(
  index: ServingIndex,
  dataset: Dataset,
): Promise<{ loadSeconds: number; indexSeconds: number }> {
  const startedAt = performance.now();
  for (let from = 0; from < dataset.size; from += BATCH_POINTS) {
    const length = Math.min(BATCH_POINTS, dataset.size - from);
    await index.upsert(
      modelOf(dataset),
      Array.from({ length }, (_, at) => dataset.pointAt(from + at)),
    );
  }
  const loadedAt = performance.now();
  await index.optimize();
  const givenUpAt = Date.now() + INDEXING_TIMEOUT_MS;
  while (!(await index.describe()).settled) {
    if (Date.now() > givenUpAt) throw new Error('the index was not built in time');
    await sleep(SETTLING_POLL_MS);
  }
  const seconds = (from: number, to: number): number => Math.round((to - from) / 1_000);
  return { loadSeconds: seconds(startedAt, loadedAt), indexSeconds: seconds(loadedAt, performance.now()) };
}

const BATCH_POINTS = 1_000;
const INDEXING_TIMEOUT_MS = 3_600_000;
const SETTLING_POLL_MS = 1_000;

const usage = z.object({ disk_bytes: z.number(), ram_bytes: z.number(), cached_bytes: z.number() });
const memoryReport = z.object({
  result: z.object({ total: usage, vectors: z.array(z.object({ quantized: usage.optional() })) }),
});

/** What the server itself reports, from 1.18 on. */
async function qdrantFootprint(url: string, collection: string): Promise<Footprint> {
  const response = await fetch(`${url}/collections/${collection}/memory`);
  const { total, vectors } = memoryReport.parse(await response.json()).result;
  const compressed = vectors.map(({ quantized }) => (quantized ? inMemory(quantized) : 0));
  return {
    diskMib: mib(total.disk_bytes),
    memoryMib: mib(inMemory(total)),
    compressedMib: mib(compressed.reduce((sum, bytes) => sum + bytes, 0)),
  };
}

function inMemory({ ram_bytes: ram, cached_bytes: cached }: z.output<typeof usage>): number {
  return ram + cached;
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

function mib(bytes: number): number {
  return Math.round(bytes / 1024 ** 2);
}
