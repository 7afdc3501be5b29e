import { describe, expect, test } from '@jest/globals';
import { joinPools, type FoundCandidate } from '../src/domain/search/join-pools.js';

const found = (assetId: string, score: number, ...duplicates: string[]): FoundCandidate => ({
  assetId,
  score,
  duplicates,
});

describe('two pools made one', () => {
  test('count by the number of their lists, best first, equal scores by id', () => {
    const first = { lists: 3, candidates: [found('a', 0.8), found('c', 0.4)] };
    const second = { lists: 1, candidates: [found('c', 1), found('b', 0.8), found('d', 0.8)] };
    expect(joinPools(first, second, 10)).toEqual([
      { assetId: 'a', score: expect.closeTo(0.6, 12) },
      { assetId: 'c', score: expect.closeTo(0.55, 12) },
      { assetId: 'b', score: expect.closeTo(0.2, 12) },
      { assetId: 'd', score: expect.closeTo(0.2, 12) },
    ]);
    expect(joinPools(first, second, 1)).toHaveLength(1);
  });

  test('hold one of several copies, under the id that the first pool gave it', () => {
    const first = { lists: 1, candidates: [found('a', 0.6, 'a2', 'a3')] };
    const second = { lists: 1, candidates: [found('a2', 0.8, 'a'), found('a3', 0.5), found('b', 0.4, 'b2')] };
    expect(joinPools(first, second, 10)).toEqual([
      { assetId: 'a', score: expect.closeTo(0.7, 12) },
      { assetId: 'b', score: expect.closeTo(0.2, 12) },
    ]);
  });
});
