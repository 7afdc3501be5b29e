import { availableParallelism } from 'node:os';
import type { ProfileSettings } from '@imagesearch/models/choose-profile';
import { modelVariables, toProfileSettings } from '@imagesearch/models/model-settings';
import type { SessionSettings } from '@imagesearch/models/session';
import { dataDir, grpcTarget, listenAddress, logLevel, parseConfig } from '@imagesearch/service-kit/config';
import {
  requireServiceToken,
  serviceTokensOf,
  serviceTokenVariables,
} from '@imagesearch/service-kit/secrets/service-token';
import { z } from 'zod';

export interface EmbeddingConfig {
  listen: string;
  /** Accepted of callers; the first is sent to the index. None lets every caller in. */
  serviceTokens: readonly string[];
  /** Which profile to run, and where its files come from. */
  settings: ProfileSettings;
  /** Whom to ask which model filled the index; undefined asks nobody. */
  retrievalAddress: string | undefined;
  session: SessionSettings;
  /** Most images of one run of the image tower. */
  batchMax: number;
  /** Most texts of one run of the text tower. */
  textBatchMax: number;
  /** How long a text or an image waits for others to share its run. */
  batchPatienceMs: number;
  /** Images that may wait; the next one is answered `overloaded`. */
  queueMax: number;
  /** The same of texts. */
  textQueueMax: number;
  /** Of the vectors of earlier texts that are kept. */
  cacheBytesMax: number;
  logLevel: string;
}

const MIB = 1024 * 1024;

const schema = z
  .object({
    ...serviceTokenVariables,
    EMBEDDING_LISTEN: listenAddress.default('127.0.0.1:7001'),
    RETRIEVAL_ADDRESS: grpcTarget.optional(),
    DATA_DIR: dataDir,
    ...modelVariables,
    EMBEDDING_THREADS: z.coerce.number().int().min(1).max(256).default(availableParallelism()),
    EMBEDDING_BATCH_MAX: z.coerce.number().int().min(1).max(64).default(8),
    EMBEDDING_TEXT_BATCH_MAX: z.coerce.number().int().min(1).max(256).default(32),
    EMBEDDING_BATCH_PATIENCE_MS: z.coerce.number().int().min(0).max(1000).default(3),
    EMBEDDING_QUEUE_MAX: z.coerce.number().int().min(1).max(10_000).default(128),
    EMBEDDING_TEXT_QUEUE_MAX: z.coerce.number().int().min(256).max(100_000).default(2_048),
    EMBEDDING_TEXT_CACHE_MIB: z.coerce.number().int().min(1).max(100_000).default(32),
    LOG_LEVEL: logLevel,
  })
  .refine(...requireServiceToken('EMBEDDING_LISTEN'));

/** @throws ConfigError listing every invalid variable at once. */
export function loadConfig(env: Readonly<Record<string, string | undefined>>): EmbeddingConfig {
  const values = parseConfig(schema, env);
  return {
    listen: values.EMBEDDING_LISTEN,
    serviceTokens: serviceTokensOf(values),
    settings: toProfileSettings(values),
    retrievalAddress: values.RETRIEVAL_ADDRESS,
    session: { threads: values.EMBEDDING_THREADS, device: values.MODEL_DEVICE },
    batchMax: values.EMBEDDING_BATCH_MAX,
    textBatchMax: values.EMBEDDING_TEXT_BATCH_MAX,
    batchPatienceMs: values.EMBEDDING_BATCH_PATIENCE_MS,
    queueMax: values.EMBEDDING_QUEUE_MAX,
    textQueueMax: values.EMBEDDING_TEXT_QUEUE_MAX,
    cacheBytesMax: values.EMBEDDING_TEXT_CACHE_MIB * MIB,
    logLevel: values.LOG_LEVEL,
  };
}
