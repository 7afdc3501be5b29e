import { describe, expect, test } from '@jest/globals';
import { createRandom } from '@imagesearch/testkit/random';
import { fuse, RANK_CONSTANT } from '../src/rank/fusion.js';
import { LIST_NAMES, weighted, type Lists } from './support/ranked-lists.js';

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

  test('no list, and lists that hold nothing, fuse to nothing', () => {
    expect(fuse(weighted({}))).toEqual([]);
    expect(fuse(weighted({ words: [], image: [] }))).toEqual([]);
  });

  test('mirrored ranks give exactly equal scores', () => {
    const fused = fuse(
      weighted({ words: ['z', 'm', 'a'], caption: ['m', 'a', 'z'], image: ['a', 'z', 'm'] }),
    );
    expect(fused.map(({ assetId }) => assetId)).toEqual(['a', 'm', 'z']);
    expect(new Set(fused.map(({ score }) => score)).size).toBe(1);
  });

  test('a heavier list wins a disagreement', () => {
    const fused = fuse(
      weighted({ words: ['a', 'b'], image: ['b', 'a'] }, { words: 2, caption: 1, image: 1 }),
    );
    expect(fused.map(({ assetId }) => assetId)).toEqual(['a', 'b']);
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

  test.each(Array.from({ length: 50 }, (_, seed) => seed))(
    'its properties hold for lists drawn from seed %i',
    (seed) => {
      const lists = drawLists(seed);
      const fused = fuse(weighted(lists));
      const everyId = new Set(Object.values(lists).flat());

      expect(new Set(fused.map(({ assetId }) => assetId))).toEqual(everyId);
      expect(fused).toHaveLength(everyId.size);
      for (const [position, { assetId, score, ranks }] of fused.entries()) {
        expect(score).toBeGreaterThan(0);
        expect(score).toBeLessThanOrEqual(1);
        const before = fused[position - 1];
        if (before) {
          expect(before.score > score || (before.score === score && before.assetId < assetId)).toBe(true);
        }
        for (const name of LIST_NAMES) {
          const rank = (lists[name]?.indexOf(assetId) ?? -1) + 1;
          expect(ranks[name]).toBe(rank === 0 ? undefined : rank);
        }
      }
      // Better everywhere is better in sum.
      for (const better of fused) {
        for (const worse of fused) {
          const dominates = LIST_NAMES.every(
            (name) => (better.ranks[name] ?? Infinity) <= (worse.ranks[name] ?? Infinity),
          );
          if (dominates && better !== worse) expect(better.score).toBeGreaterThan(worse.score);
        }
      }
    },
  );
});

function drawLists(seed: number): Lists {
  const random = createRandom(seed).uniform;
  const ids = Array.from({ length: 12 }, (_, position) => `a:${position}`);
  const lists: Lists = {};
  for (const name of LIST_NAMES) {
    if (random() < 0.2) continue;
    const shuffled = ids.map((id) => ({ id, at: random() })).sort((one, other) => one.at - other.at);
    lists[name] = shuffled.slice(0, Math.floor(random() * ids.length)).map(({ id }) => id);
  }
  return lists;
}
