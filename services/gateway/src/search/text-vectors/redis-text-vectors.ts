import { Redis } from 'ioredis';
import type { Logger } from '@imagesearch/service-kit/logging';
import { backoffMs, type Backoff } from '@imagesearch/service-kit/resilience/retry';
import { tracedRedis } from '@imagesearch/service-kit/telemetry/traced-redis';
import type { Embedding } from '../ports.js';
import { TEXT_VECTOR_TTL_MS, type TextVectorCache } from './text-vector-cache.js';
import { digestOf } from './memory-text-vectors.js';

const KEY_PREFIX = 'imagesearch:text-vector:3:';
/** Computing a vector again takes a few milliseconds: waiting longer than this for a cached one gains nothing. */
const COMMAND_TIMEOUT_MS = 50;
const RECONNECT: Backoff = { firstPauseMs: 100, pauseMsMax: 2_000 };
const FLOAT_BYTES = 4;

interface Stored {
  fingerprint: string;
  crossModal: boolean;
  /** Little-endian float32, base64. */
  values: string;
  sentence?: string;
}

/** Shared by all replicas. While Redis is unavailable every look-up misses at once; the client reconnects by itself. */
export function openRedisTextVectors(url: string, logger: Logger): TextVectorCache {
  const redis = tracedRedis(
    new Redis(url, {
      commandTimeout: COMMAND_TIMEOUT_MS,
      maxRetriesPerRequest: 0,
      enableOfflineQueue: false,
      retryStrategy: (attempt) => backoffMs(attempt, RECONNECT),
    }),
  );
  let isUnavailable = false;
  redis.on('ready', () => {
    isUnavailable = false;
  });
  redis.on('error', (error) => {
    if (!isUnavailable) logger.warn({ err: error }, 'Redis is unavailable; text vectors are computed again');
    isUnavailable = true;
  });

  return {
    async get(text) {
      try {
        const stored = await redis.get(KEY_PREFIX + digestOf(text));
        return stored === null ? undefined : decode(JSON.parse(stored) as Stored);
      } catch (error) {
        logger.debug({ err: error }, 'a cached text vector could not be read');
        return undefined;
      }
    },
    async set(text, embedding) {
      try {
        await redis.set(
          KEY_PREFIX + digestOf(text),
          JSON.stringify(encode(embedding)),
          'PX',
          TEXT_VECTOR_TTL_MS,
        );
      } catch (error) {
        logger.debug({ err: error }, 'a text vector could not be cached');
      }
    },
    close: () => {
      redis.disconnect();
      return Promise.resolve();
    },
  };
}

function encode({ values, sentence, fingerprint, crossModal }: Embedding): Stored {
  return {
    fingerprint,
    crossModal,
    values: packed(values),
    ...(sentence !== undefined && { sentence: packed(sentence) }),
  };
}

function decode({ values, sentence, fingerprint, crossModal }: Stored): Embedding {
  return {
    fingerprint,
    crossModal,
    values: unpacked(values),
    ...(sentence !== undefined && { sentence: unpacked(sentence) }),
  };
}

function packed(values: readonly number[]): string {
  const bytes = Buffer.alloc(values.length * FLOAT_BYTES);
  values.forEach((value, index) => bytes.writeFloatLE(value, index * FLOAT_BYTES));
  return bytes.toString('base64');
}

function unpacked(text: string): number[] {
  const bytes = Buffer.from(text, 'base64');
  return Array.from({ length: bytes.byteLength / FLOAT_BYTES }, (_, index) =>
    bytes.readFloatLE(index * FLOAT_BYTES),
  );
}
