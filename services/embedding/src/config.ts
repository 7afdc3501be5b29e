import { availableParallelism } from 'node:os';
import { modelVariables, toProfileSettings } from '@imagesearch/models/profile-settings';
import { grpcTarget, parseConfig, variablesIn } from '@imagesearch/service-kit/config';
import { serviceSchema, serviceSettingsOf } from '@imagesearch/service-kit/grpc/service-settings';
import { z } from 'zod';

export type EmbeddingConfig = ReturnType<typeof loadConfig>;

/** @throws ConfigError listing every invalid variable at once. */
export function loadConfig(env: Readonly<Record<string, string | undefined>>) {
  const values = parseConfig(schema, env);
  return {
    ...serviceSettingsOf(values.EMBEDDING_LISTEN, values),
    settings: toProfileSettings(values),
    /** The index to ask which model filled it; undefined asks no index. */
    retrievalAddress: values.RETRIEVAL_ADDRESS,
    session: { threads: values.EMBEDDING_THREADS, device: values.MODEL_DEVICE },
    batchMax: values.EMBEDDING_BATCH_MAX,
    textBatchMax: values.EMBEDDING_TEXT_BATCH_MAX,
    /** Images that may wait; the next one is answered `overloaded`. */
    queueMax: values.EMBEDDING_QUEUE_MAX,
    textQueueMax: values.EMBEDDING_TEXT_QUEUE_MAX,
  };
}

const schema = serviceSchema('EMBEDDING_LISTEN', '127.0.0.1:7001', {
  RETRIEVAL_ADDRESS: grpcTarget.optional(),
  ...modelVariables,
  EMBEDDING_THREADS: z.coerce.number().int().min(1).max(256).default(availableParallelism()),
  EMBEDDING_BATCH_MAX: z.coerce.number().int().min(1).max(64).default(8),
  EMBEDDING_TEXT_BATCH_MAX: z.coerce.number().int().min(1).max(256).default(32),
  EMBEDDING_QUEUE_MAX: z.coerce.number().int().min(1).max(10_000).default(128),
  EMBEDDING_TEXT_QUEUE_MAX: z.coerce.number().int().min(256).max(100_000).default(2_048),
});

/** Every variable that the service reads. */
export const variables = variablesIn(schema);
