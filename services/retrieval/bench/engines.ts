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

export interface OpenedEngine {
  index: ServingIndex;
  /** MiB on disk, and in memory: LanceDB's share of our process; what Qdrant holds, its cached files included. */
  footprint(): Promise<{ disk: number; memory: number }>;
  remove(): Promise<void>;
}

/**
 * Opens an empty index in a temporary folder, or on the server that QDRANT_URL names.
 * @param name `lancedb`, `qdrant`, or `qdrant` with a quantization: `qdrant+int8`.
 */
export async function openEngine(name: string): Promise<OpenedEngine> {
  const [engine, quantization = 'none'] = name.split('+');
  const { QDRANT_URL: url = '', ...env } = process.env;
  const server = engine === 'qdrant' ? newQdrantIndex(url) : undefined;
  const dataDir = await mkdtemp(join(tmpdir(), 'imagesearch-bench-'));
  const rssBefore = process.memoryUsage().rss;
  const own = { DATA_DIR: dataDir, ...(server && { ...server.env, QDRANT_QUANTIZATION: quantization }) };
  const index = new ServingIndex(await openStore(loadConfig({ ...env, ...own })));
  return {
    index,
    footprint: async () => {
      if (server === undefined)
        return { disk: mib(await bytesBelow(dataDir)), memory: mib(process.memoryUsage().rss - rssBefore) };
      const answer = await fetch(`${url}/collections/${(await server.collections())[0] ?? ''}/memory`);
      const { disk_bytes, ram_bytes, cached_bytes } = memoryReport.parse(await answer.json()).result.total;
      return { disk: mib(disk_bytes), memory: mib(ram_bytes + cached_bytes) };
    },
    remove: async () => {
      await index.close();
      await server?.drop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

/** What a server of Qdrant itself reports, from 1.18 on. */
const memoryReport = z.object({
  result: z.object({
    total: z.object({ disk_bytes: z.number(), ram_bytes: z.number(), cached_bytes: z.number() }),
  }),
});

export function modelOf({ dimensions }: Dataset): IndexedModel {
  return { fingerprint: 'bench', dimensions: { image: dimensions, caption: 0, sight: 0 } };
}

/** Seconds that a load took, and that the engine took after it to build its indexes. */
export async function build(
  index: ServingIndex,
  dataset: Dataset,
): Promise<{ loading: number; indexing: number }> {
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
  while (!(await index.describe()).settled) await sleep(SETTLING_POLL_MS);
  const seconds = (from: number, to: number): number => Math.round((to - from) / 1_000);
  return { loading: seconds(startedAt, loadedAt), indexing: seconds(loadedAt, performance.now()) };
}

const BATCH_POINTS = 1_000;
const SETTLING_POLL_MS = 1_000;

async function bytesBelow(dir: string): Promise<number> {
  let bytes = 0;
  for (const entry of await readdir(dir, { recursive: true, withFileTypes: true }))
    if (entry.isFile()) bytes += (await stat(join(entry.parentPath, entry.name))).size;
  return bytes;
}

function mib(bytes: number): number {
  return Math.round(bytes / 1024 ** 2);
}
