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

  test('QDRANT_URL selects the server, whose settings have defaults', () => {
    expect(loadConfig({ QDRANT_URL: 'https://qdrant.internal:6333' }).qdrant).toMatchObject({
      collection: 'imagesearch',
      replicationFactor: 1,
      quantization: undefined,
      onDiskVectors: false,
    });
    const env = { QDRANT_URL: 'http://x', QDRANT_QUANTIZATION: 'int8', QDRANT_ON_DISK_VECTORS: 'true' };
    expect(loadConfig(env).qdrant).toMatchObject({ quantization: 'int8', onDiskVectors: true });
  });

  test('every bad value is named at once', () => {
    const env = {
      RETRIEVAL_LISTEN: 'x',
      QDRANT_URL: 'ftp://x',
      QDRANT_COLLECTION: 'a/b',
      QDRANT_SHARD_NUMBER: '0',
      QDRANT_QUANTIZATION: 'int4',
    };
    expect(() => loadConfig(env)).toThrow(
      /RETRIEVAL_LISTEN[^]*QDRANT_URL[^]*QDRANT_COLLECTION[^]*QDRANT_SHARD_NUMBER[^]*QDRANT_QUANTIZATION/,
    );
    const quorum = { QDRANT_URL: 'http://x:6333', QDRANT_WRITE_CONSISTENCY_FACTOR: '2' };
    expect(() => loadConfig(quorum)).toThrow('QDRANT_WRITE_CONSISTENCY_FACTOR');
  });
});
