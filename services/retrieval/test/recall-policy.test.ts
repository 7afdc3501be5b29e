import { describe, expect, test } from '@jest/globals';
import {
  EXACT_POINTS_MAX,
  groupsToVisit,
  isExact,
  oversamplingOf,
  quantizationOf,
  QUANTIZED_POINTS_MIN,
} from '../src/index/recall-policy.js';
import { searchParams } from '../src/index/qdrant/queries.js';

describe('the recall policy', () => {
  test('a small index is compared exactly, and so is a filtered large one in LanceDB', () => {
    for (const backend of ['lancedb', 'qdrant'] as const) {
      const points = EXACT_POINTS_MAX[backend];
      expect(isExact(backend, { points, isFiltered: false })).toBe(true);
      expect(isExact(backend, { points: points + 1, isFiltered: false })).toBe(false);
    }
    expect(isExact('lancedb', { points: 1e9, isFiltered: true })).toBe(true);
    expect(isExact('qdrant', { points: 1e9, isFiltered: true })).toBe(false);
  });

  test('a longer list visits more groups', () => {
    expect([10, 100, 1_000].map(groupsToVisit)).toEqual([128, 128, 1_000]);
  });

  test('Qdrant scans a small collection, and walks a large one with room, ACORN and rescoring', () => {
    expect(searchParams({ points: 5_000, listLimit: 10, isFiltered: true }, 'int8')).toEqual({ exact: true });
    expect(searchParams({ points: 1e6, listLimit: 10, isFiltered: false }, 'none')).toEqual({ hnsw_ef: 128 });
    expect(searchParams({ points: 1e6, listLimit: 200, isFiltered: true }, 'int8')).toMatchObject({
      hnsw_ef: 400,
      acorn: { enable: true, max_selectivity: 0.7 },
      quantization: { rescore: true, oversampling: 2 },
    });
  });

  test('an index of a million points is compressed unless the operator says otherwise, a smaller one is not', () => {
    expect(quantizationOf(0)).toBe('none');
    expect(quantizationOf(QUANTIZED_POINTS_MIN - 1)).toBe('none');
    expect(quantizationOf(QUANTIZED_POINTS_MIN)).toBe('int8');
  });

  test('with one bit per dimension, a short list compares as many candidates exactly as a long one', () => {
    const candidates = (listLimit: number) => listLimit * oversamplingOf('binary', listLimit);
    expect(candidates(10)).toBe(600);
    expect(candidates(100)).toBe(600);
    expect(candidates(1_000)).toBe(5_000);
    expect(oversamplingOf('int8', 10)).toBe(2);
  });
});
