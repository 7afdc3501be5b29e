import { describe, expect, test } from '@jest/globals';
import { foldDuplicates, type Folding } from '../src/domain/folding.js';
import type { Fused } from '../src/domain/fusion.js';
import type { Look } from '../src/domain/point.js';

const RED: Look = { image: Float32Array.of(1, 0, 0), palette: [{ hex: '#d02020', share: 1 }] };
const NEARLY_RED: Look = { image: Float32Array.of(0.99, 0.05, 0), palette: [{ hex: '#cf2121', share: 1 }] };
const GREEN: Look = { image: Float32Array.of(1, 0, 0), palette: [{ hex: '#20a040', share: 1 }] };
const OTHER_CONTENT: Look = { image: Float32Array.of(0, 1, 0), palette: RED.palette };

const ranked = (...ids: string[]): Fused[] =>
  ids.map((assetId, position) => ({ assetId, score: 1 - position / 100, ranks: {} }));

const folding = (
  hashes: Record<string, string | null>,
  looks: Record<string, Look> = {},
  limit = 10,
): Folding & { asked: string[][] } => {
  const asked: string[][] = [];
  return {
    asked,
    hashOf: (assetId) => hashes[assetId] ?? null,
    looksOf: (assetIds) => {
      asked.push([...assetIds]);
      return Promise.resolve(
        new Map(assetIds.flatMap((id) => (looks[id] ? [[id, looks[id]] as const] : []))),
      );
    },
    limit,
  };
};

const SAME = 'ffff0000ffff0000';
const SIX_BITS_OFF = 'ffff0000ffff003f';
const SEVEN_BITS_OFF = 'ffff0000ffff007f';

describe('folding of copies', () => {
  test('the best ranked copy stands for the others, which it names in their order', async () => {
    const hashes = { a: SAME, b: SIX_BITS_OFF, c: '0000000000000000', d: SAME };
    const folded = await foldDuplicates(
      ranked('a', 'c', 'b', 'd'),
      folding(hashes, { a: RED, b: NEARLY_RED, d: RED }),
    );
    expect(folded.map(({ assetId, duplicates }) => [assetId, duplicates])).toEqual([
      ['a', ['b', 'd']],
      ['c', []],
    ]);
  });

  test.each([
    ['another colour', SAME, GREEN],
    ['another content', SAME, OTHER_CONTENT],
    ['a hash that is farther', SEVEN_BITS_OFF, RED],
  ])('%s is no copy', async (_what, hash, look) => {
    const folded = await foldDuplicates(ranked('a', 'b'), folding({ a: SAME, b: hash }, { a: RED, b: look }));
    expect(folded.map(({ assetId }) => assetId)).toEqual(['a', 'b']);
  });

  test('a picture without hash, or gone since it was recalled, is a copy of none', async () => {
    const unknown = await foldDuplicates(ranked('a', 'b'), folding({ a: null, b: null }, { a: RED, b: RED }));
    expect(unknown).toHaveLength(2);
    const gone = await foldDuplicates(ranked('a', 'b'), folding({ a: SAME, b: SAME }, { a: RED }));
    expect(gone).toHaveLength(2);
  });

  test('copies leave their places to other pictures, and no look is asked for where no hash is close', async () => {
    const folded = await foldDuplicates(
      ranked('a', 'b', 'c', 'd'),
      folding({ a: SAME, b: SAME }, { a: RED, b: RED }, 3),
    );
    expect(folded.map(({ assetId }) => assetId)).toEqual(['a', 'c', 'd']);
    const distinct = folding({ a: SAME, b: '0123456789abcdef' });
    await foldDuplicates(ranked('a', 'b'), distinct);
    expect(distinct.asked).toEqual([]);
  });

  test('a copy of a copy that is no copy of the best one is kept', async () => {
    const hashes = { a: SAME, b: SIX_BITS_OFF, c: 'ffff0000ffff0fff' };
    const folded = await foldDuplicates(ranked('a', 'b', 'c'), folding(hashes, { a: RED, b: RED, c: RED }));
    expect(folded.map(({ assetId }) => assetId)).toEqual(['a', 'c']);
  });
});
