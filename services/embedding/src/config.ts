import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { dataDir, listenAddress, logLevel, parseConfig } from '@imagesearch/service-kit/config';
import { z } from 'zod';

export interface EmbeddingConfig {
  listen: string;
  /** `auto` picks the best profile that can be had; so far that is always `lite`. */
  profile: 'auto' | 'lite';
  modelDir: string;
  /** Threads of one model session. */
  threads: number;
  /** Most pictures of one run of the image tower. */
  batchMax: number;
  /** How long a picture waits for others to share its run. */
  batchPatienceMs: number;
  /** Pictures that may wait; the next one is answered `overloaded`. */
  queueMax: number;
  logLevel: string;
}

const schema = z.object({
  EMBEDDING_LISTEN: listenAddress.default('127.0.0.1:7001'),
  MODEL_PROFILE: z.enum(['auto', 'lite']).default('auto'),
  DATA_DIR: dataDir,
  MODEL_DIR: z.string().optional(),
  EMBEDDING_THREADS: z.coerce.number().int().min(1).max(256).default(availableParallelism()),
  EMBEDDING_BATCH_MAX: z.coerce.number().int().min(1).max(64).default(8),
  EMBEDDING_BATCH_PATIENCE_MS: z.coerce.number().int().min(0).max(1000).default(3),
  EMBEDDING_QUEUE_MAX: z.coerce.number().int().min(1).max(10_000).default(128),
  LOG_LEVEL: logLevel,
});

/** @throws ConfigError listing every invalid variable at once. */
export function loadConfig(env: Readonly<Record<string, string | undefined>>): EmbeddingConfig {
  const values = parseConfig(schema, env);
  return {
    listen: values.EMBEDDING_LISTEN,
    profile: values.MODEL_PROFILE,
    modelDir: values.MODEL_DIR ?? join(values.DATA_DIR, 'models'),
    threads: values.EMBEDDING_THREADS,
    batchMax: values.EMBEDDING_BATCH_MAX,
    batchPatienceMs: values.EMBEDDING_BATCH_PATIENCE_MS,
    queueMax: values.EMBEDDING_QUEUE_MAX,
    logLevel: values.LOG_LEVEL,
  };
}
