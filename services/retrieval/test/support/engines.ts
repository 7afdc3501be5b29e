import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe } from '@jest/globals';
import { loadConfig, type RetrievalConfig } from '@imagesearch/retrieval/config';
import { describeWith, ENGINES } from '@imagesearch/testkit/engines';
import { newQdrantIndex } from '@imagesearch/testkit/stores/qdrant-index';

export interface Engine {
  name: 'lancedb' | 'qdrant';
  /** Configuration of an index that nothing else uses, and how to remove it. */
  fresh(): Promise<FreshIndex>;
}

export interface FreshIndex {
  /** The environment that the service is configured by, and what it amounts to. */
  env: Readonly<Record<string, string>>;
  config: RetrievalConfig;
  /** Names of the tables or collections that exist, whether they are in use or not. */
  collections: () => Promise<string[]>;
  remove: () => Promise<void>;
}

/** A suite on LanceDB, in memory and on disk, and on Qdrant. */
export function describeOnIndexes(name: string, suite: (engine: Engine) => void): void {
  describe(`${name} on LanceDB`, () => suite(LANCEDB));
  describe(`${name} on LanceDB on disk`, () => suite(LANCEDB_ON_DISK));
  describeWith(ENGINES.qdrant, `${name} on Qdrant`, (url) => suite(qdrantAt(url)));
}

const LOCAL = { RETRIEVAL_LISTEN: '127.0.0.1:0', LOG_LEVEL: process.env['TEST_LOG_LEVEL'] ?? 'silent' };

export const LANCEDB = lancedbWith({});
/** As for an index that is too large to be searched in memory. */
const LANCEDB_ON_DISK = lancedbWith({ INDEX_MEMORY_MB: '0' });

function lancedbWith(settings: Readonly<Record<string, string>>): Engine {
  return { name: 'lancedb', fresh: () => freshLancedb(settings) };
}

async function freshLancedb(settings: Readonly<Record<string, string>>): Promise<FreshIndex> {
  const dir = await mkdtemp(join(tmpdir(), 'retrieval-'));
  const env = { ...LOCAL, ...settings, DATA_DIR: dir };
  return {
    env,
    config: loadConfig(env),
    collections: async () =>
      (await readdir(join(dir, 'retrieval/lancedb'))).filter((name) => name.endsWith('.lance')),
    remove: () => rm(dir, { recursive: true, force: true }),
  };
}

const qdrantAt = (url: string): Engine => ({
  name: 'qdrant',
  fresh: () => {
    const { env: server, collections, drop } = newQdrantIndex(url);
    const env = { ...LOCAL, ...server };
    return Promise.resolve({ env, config: loadConfig(env), collections, remove: drop });
  },
});
