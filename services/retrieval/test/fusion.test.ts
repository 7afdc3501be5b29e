import { describe, expect, test } from '@jest/globals';
import { candidateOf } from '../src/index/candidate.js';
import { fuse, RANK_CONSTANT, type WeightedList } from '../src/rank/fusion.js';

describe('reciprocal rank fusion', () => {
  test('first in every list scores 1, and a single list keeps its order', () => {
    expect(fuse(weighted({ words: ['a', 'b'], caption: ['a'] }))[0]).toMatchObject({
      assetId: 'a',
      score: 1,
      ranks: { words: 1, caption: 1 },
    });
    const ids = ['d', 'a', 'c', 'b'];
    expect(fuse(weighted({ image: ids })).map(({ assetId }) => assetId)).toEqual(ids);
    expect(fuse(weighted({ image: ids }))[1]?.score).toBeCloseTo(
      (RANK_CONSTANT + 1) / (RANK_CONSTANT + 2),
      10,
    );
  });

  test('mirrored ranks give exactly equal scores', () => {
    // Ranks 1, 2 and 7, whose sum depends on its order.
    const others = (list: string) => ['3', '4', '5', '6'].map((rank) => list + rank);
    const fused = fuse(
      weighted({
        words: ['z', 'm', ...others('w'), 'a'],
        caption: ['m', 'a', ...others('c'), 'z'],
        image: ['a', 'z', ...others('i'), 'm'],
      }),
    ).slice(0, 3);
    expect(fused.map(({ assetId }) => assetId)).toEqual(['a', 'm', 'z']);
    expect(new Set(fused.map(({ score }) => score)).size).toBe(1);
  });

  test('of two lists that compare the same things, an image counts in the one where it stands best', () => {
    const [words, caption] = weighted({ words: ['a', 'b'], caption: ['b', 'c'] });
    const fused = fuse([words, caption].flatMap((list) => (list ? [{ ...list, kind: 'texts' }] : [])));
    expect(fused.map(({ assetId, score }) => [assetId, score])).toEqual([
      ['a', 0.5],
      ['b', 0.5],
      ['c', expect.closeTo((0.5 * (RANK_CONSTANT + 1)) / (RANK_CONSTANT + 2), 10)],
    ]);
    expect(fused[1]?.ranks).toEqual({ words: 2, caption: 1 });
  });
});

/** Lists of candidates about which nothing is known but their place: the ids of each, best first. */
function weighted(lists: Readonly<Record<string, readonly string[]>>): WeightedList[] {
  return Object.entries(lists).map(([name, ids]) => ({
    name,
    weight: 1,
    candidates: ids.map((assetId) => candidateOf({ assetId, score: 1, perceptualHash: null })),
  }));
}
