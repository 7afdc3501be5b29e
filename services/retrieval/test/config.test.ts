import { describe, expect, test } from '@jest/globals';
import { loadConfig } from '../src/config.js';

describe('the configuration', () => {
  test('nothing set selects the embedded engine on loopback', () => {
    expect(loadConfig({})).toEqual({
      listen: '127.0.0.1:7002',
      serviceTokens: [],
      dataDir: './.data',
      memoryBytesMax: 64 * 1024 * 1024,
      drainTimeoutMs: 20_000,
      logLevel: 'info',
      qdrant: undefined,
    });
  });

  test('QDRANT_URL selects the server, with everything that scales it', () => {
    const env = {
      QDRANT_URL: 'https://qdrant.internal:6333',
      QDRANT_API_KEY: 'key',
      QDRANT_COLLECTION: 'pictures',
      QDRANT_SHARD_NUMBER: '16',
      QDRANT_REPLICATION_FACTOR: '3',
      QDRANT_WRITE_CONSISTENCY_FACTOR: '2',
      QDRANT_QUANTIZATION: 'int8',
      QDRANT_ON_DISK_VECTORS: 'true',
      QDRANT_READ_TIMEOUT_MS: '2000',
      QDRANT_WRITE_TIMEOUT_MS: '90000',
      QDRANT_READ_RETRIES: '0',
    };
    expect(loadConfig(env).qdrant).toEqual({
      url: 'https://qdrant.internal:6333',
      apiKey: 'key',
      collection: 'pictures',
      shardNumber: 16,
      replicationFactor: 3,
      writeConsistencyFactor: 2,
      quantization: 'int8',
      onDiskVectors: true,
      readTimeoutMs: 2_000,
      writeTimeoutMs: 90_000,
      readRetries: 0,
    });
  });

  test('every bad value is named at once', () => {
    const env = {
      RETRIEVAL_LISTEN: 'x',
      QDRANT_URL: 'ftp://x',
      QDRANT_COLLECTION: 'a/b',
      QDRANT_SHARD_NUMBER: '0',
      QDRANT_QUANTIZATION: 'int4',
      QDRANT_READ_RETRIES: '6',
    };
    expect(() => loadConfig(env)).toThrow(
      /RETRIEVAL_LISTEN[^]*QDRANT_URL[^]*QDRANT_COLLECTION[^]*QDRANT_SHARD_NUMBER[^]*QDRANT_QUANTIZATION[^]*QDRANT_READ_RETRIES/,
    );
    const quorum = { QDRANT_URL: 'http://x:6333', QDRANT_WRITE_CONSISTENCY_FACTOR: '2' };
    expect(() => loadConfig(quorum)).toThrow('QDRANT_WRITE_CONSISTENCY_FACTOR');
  });
});
