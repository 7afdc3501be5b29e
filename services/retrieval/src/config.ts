import { parseConfig, secret, variablesIn } from '@imagesearch/service-kit/config';
import { serviceSchema, serviceSettingsOf } from '@imagesearch/service-kit/grpc/service-settings';
import { z } from 'zod';
import { QUANTIZATIONS } from './index/recall-policy.js';

export type RetrievalConfig = ReturnType<typeof loadConfig>;

/** @throws ConfigError listing every invalid variable at once. */
export function loadConfig(env: Readonly<Record<string, string | undefined>>) {
  const values = parseConfig(schema, env);
  return {
    ...serviceSettingsOf(values.RETRIEVAL_LISTEN, values),
    dataDir: values.DATA_DIR,
    /** Of the embedded engine: memory for the vectors of an index that is searched without it. */
    memoryBytesMax: values.INDEX_MEMORY_MB * 1024 * 1024,
    qdrant:
      values.QDRANT_URL === undefined
        ? undefined
        : {
            url: values.QDRANT_URL,
            apiKey: values.QDRANT_API_KEY,
            collection: values.QDRANT_COLLECTION,
            shardNumber: values.QDRANT_SHARD_NUMBER,
            replicationFactor: values.QDRANT_REPLICATION_FACTOR,
            writeConsistencyFactor: values.QDRANT_WRITE_CONSISTENCY_FACTOR,
            quantization: values.QDRANT_QUANTIZATION === AUTO ? undefined : values.QDRANT_QUANTIZATION,
            onDiskVectors: values.QDRANT_ON_DISK_VECTORS,
          },
  };
}

const AUTO = 'auto';

const count = z.coerce.number().int().positive();

const schema = serviceSchema('RETRIEVAL_LISTEN', '127.0.0.1:7002', {
  INDEX_MEMORY_MB: z.coerce.number().int().min(0).max(4_096).default(64),
  QDRANT_URL: z.url({ protocol: /^https?$/, error: 'expected http://… or https://…' }).optional(),
  QDRANT_API_KEY: secret(z.string().optional()),
  QDRANT_COLLECTION: z
    .string()
    .regex(/^[a-zA-Z0-9_-]{1,64}$/, 'expected 1 to 64 of a-z, A-Z, 0-9, _ and -')
    .default('imagesearch'),
  QDRANT_SHARD_NUMBER: count.optional(),
  QDRANT_REPLICATION_FACTOR: count.default(1),
  QDRANT_WRITE_CONSISTENCY_FACTOR: count.default(1),
  QDRANT_QUANTIZATION: z.enum([AUTO, ...QUANTIZATIONS]).default(AUTO),
  QDRANT_ON_DISK_VECTORS: z.stringbool().default(false),
}).refine((values) => values.QDRANT_WRITE_CONSISTENCY_FACTOR <= values.QDRANT_REPLICATION_FACTOR, {
  path: ['QDRANT_WRITE_CONSISTENCY_FACTOR'],
  error: 'must not exceed QDRANT_REPLICATION_FACTOR',
});

/** Every variable that the service reads. */
export const variables = variablesIn(schema);
