import { describe, expect, test } from '@jest/globals';
import { collectionSchema, modelOf, partsOf, recordOf } from '../src/index/qdrant/schema.js';
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
const model = (sight: number) => ({
  fingerprint: 'm',
  dimensions: { image: DIMENSIONS, caption: DIMENSIONS, sight },
});
const infoOf = (sight: number) =>
  ({
    config: {
      metadata: { model_fingerprint: 'm' },
      params: { vectors: collectionSchema(model(sight), OPTIONS).vectors },
    },
  }) as unknown as Parameters<typeof modelOf>[0];

describe('a Qdrant collection', () => {
  test('has a named vector for sight, of its own length, only for a model that computes it', () => {
    expect(Object.keys(collectionSchema(model(0), OPTIONS).vectors ?? {})).toEqual(['image', 'caption']);
    expect(collectionSchema(model(5), OPTIONS).vectors).toMatchObject({
      caption: { size: DIMENSIONS },
      sight: { size: 5, distance: 'Cosine' },
    });
  });

  test.each([0, 5])('says which model filled it, with %d dimensions of sight', (sight) => {
    expect(modelOf(infoOf(sight))).toEqual(model(sight));
  });

  test.each([null, Float32Array.of(1, 0, 0)])('gives a point back with the sight %p', (sight) => {
    const point = { ...drawPoint(1), sight };
    const record = recordOf(point) as unknown as Parameters<typeof partsOf>[0];
    const { assetId, ...parts } = point;
    expect(partsOf(record, Object.keys(parts) as (keyof typeof parts)[])).toEqual(parts);
    expect(record.payload).toMatchObject({ asset_id: assetId });
  });
});
