import { describe, expect, test } from '@jest/globals';
import { collectionSchema, modelOf, pointOf, recordOf } from '../src/adapters/qdrant/schema.js';
import { DIMENSIONS, drawPoint } from './support/drawn-points.js';

const OPTIONS = {
  url: 'http://qdrant.invalid',
  apiKey: undefined,
  collection: 'images',
  shardNumber: undefined,
  replicationFactor: 1,
  writeConsistencyFactor: 1,
  quantization: 'none' as const,
  onDiskVectors: false,
  readTimeoutMs: 1_000,
  writeTimeoutMs: 1_000,
  readRetries: 0,
};
const model = (sentenceDimensions: number) => ({
  fingerprint: 'm',
  dimensions: DIMENSIONS,
  sentenceDimensions,
});
const infoOf = (sentenceDimensions: number) =>
  ({
    config: {
      metadata: { model_fingerprint: 'm' },
      params: { vectors: collectionSchema(model(sentenceDimensions), OPTIONS).vectors },
    },
  }) as unknown as Parameters<typeof modelOf>[0];

describe('a Qdrant collection', () => {
  test('has a named vector for sentences, of its own length, only for a model with a sentence encoder', () => {
    expect(Object.keys(collectionSchema(model(0), OPTIONS).vectors ?? {})).toEqual(['image', 'caption']);
    expect(collectionSchema(model(5), OPTIONS).vectors).toMatchObject({
      caption: { size: DIMENSIONS },
      sentence: { size: 5, distance: 'Cosine' },
    });
  });

  test.each([0, 5])('says which model filled it, with %d dimensions of sentences', (sentenceDimensions) => {
    expect(modelOf(infoOf(sentenceDimensions))).toEqual(model(sentenceDimensions));
  });

  test.each([null, Float32Array.of(1, 0, 0)])('gives a point back with the sentence %p', (sentence) => {
    const point = { ...drawPoint(1), sentence };
    const record = recordOf(point) as unknown as Parameters<typeof pointOf>[0];
    expect(pointOf(record)).toEqual({ ...point, revision: expect.any(String) });
  });
});
