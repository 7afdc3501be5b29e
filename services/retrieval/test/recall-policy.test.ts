import { describe, expect, test } from '@jest/globals';
import {
  EXACT_POINTS_MAX,
  oversamplingOf,
  planRecall,
  quantizationOf,
  QUANTIZED_POINTS_MIN,
} from '../src/domain/recall-policy.js';
import { groupsToVisit } from '../src/store/lancedb/index-policy.js';
import { searchParams } from '../src/store/qdrant/search-policy.js';

describe('the recall policy', () => {
  test('a small selection is compared in full, however large the index', () => {
    expect(planRecall({ points: 1e9, matching: EXACT_POINTS_MAX, listLimit: 100 })).toEqual({ exact: true });
    expect(planRecall({ points: 1e9, matching: EXACT_POINTS_MAX + 1, listLimit: 100 }).exact).toBe(false);
  });

  test('the rarer a filter holds, the farther a search reaches', () => {
    const reach = (matching: number) => {
      const plan = planRecall({ points: 1_000_000, matching, listLimit: 100 });
      return plan.exact ? 0 : plan.reach;
    };
    expect(reach(1_000_000)).toBe(100);
    expect(reach(200_000)).toBe(500);
    expect(reach(50_000)).toBe(2_000);
    expect(groupsToVisit(1_000, 1_000_000, 2_000)).toBe(40);
    expect(groupsToVisit(1_000, 1_000_000, 4_000)).toBe(80);
    expect(groupsToVisit(30, 1_000_000, 4_000)).toBe(30);
  });

  test('Qdrant scans a small collection, and walks a large one with room, ACORN and rescoring', () => {
    expect(searchParams({ points: 5_000, listLimit: 10, isFiltered: true }, 'int8')).toEqual({ exact: true });
    expect(searchParams({ points: 1e6, listLimit: 10, isFiltered: false }, 'none')).toEqual({ hnsw_ef: 128 });
    expect(searchParams({ points: 1e6, listLimit: 200, isFiltered: true }, 'int8')).toMatchObject({
      hnsw_ef: 400,
      acorn: { enable: true },
      quantization: { rescore: true, oversampling: 2 },
    });
  });

  test('an index of a million points is compressed unless the operator says otherwise, a smaller one is not', () => {
    expect(quantizationOf(0)).toBe('none');
    expect(quantizationOf(QUANTIZED_POINTS_MIN - 1)).toBe('none');
    expect(quantizationOf(QUANTIZED_POINTS_MIN)).toBe('int8');
  });

  test('a short list on one bit a dimension compares as many candidates in full as a long one', () => {
    const candidates = (listLimit: number) => listLimit * oversamplingOf('binary', listLimit);
    expect(candidates(10)).toBe(600);
    expect(candidates(100)).toBe(600);
    expect(candidates(1_000)).toBe(5_000);
    expect(oversamplingOf('int8', 10)).toBe(2);
  });
});
