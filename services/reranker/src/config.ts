import { join } from 'node:path';
import { dataDir, listenAddress, logLevel, parseConfig } from '@imagesearch/service-kit/config';
import { z } from 'zod';

export interface RerankerConfig {
  listen: string;
  modelDir: string;
  /** Texts whose analysis is kept in memory. */
  cachedTextsMax: number;
  logLevel: string;
}

const schema = z.object({
  RERANKER_LISTEN: listenAddress.default('127.0.0.1:7003'),
  DATA_DIR: dataDir,
  MODEL_DIR: z.string().optional(),
  RERANKER_CACHED_TEXTS_MAX: z.coerce.number().int().min(1).max(10_000_000).default(50_000),
  LOG_LEVEL: logLevel,
});

/** @throws ConfigError listing every invalid variable at once. */
export function loadConfig(env: Readonly<Record<string, string | undefined>>): RerankerConfig {
  const values = parseConfig(schema, env);
  return {
    listen: values.RERANKER_LISTEN,
    modelDir: values.MODEL_DIR ?? join(values.DATA_DIR, 'models'),
    cachedTextsMax: values.RERANKER_CACHED_TEXTS_MAX,
    logLevel: values.LOG_LEVEL,
  };
}
