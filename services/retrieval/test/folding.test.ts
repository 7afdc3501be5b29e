import { describe, expect, test } from '@jest/globals';
import { foldDuplicates, type Folding } from '../src/domain/folding.js';
import type { Fused } from '../src/domain/fusion.js';
import type { Look } from '../src/domain/point.js';

/** As a photograph: no colour fills half of it. */
const mixed = (...hexes: string[]): Look['palette'] =>
  hexes.map((hex) => ({ hex, share: 0.9 / hexes.length }));

const RED: Look = { image: Float32Array.of(1, 0, 0), palette: mixed('#d02020', '#802020', '#401010') };
const NEARLY_RED: Look = {
  image: Float32Array.of(0.99, 0.05, 0),
  palette: mixed('#cf2121', '#812020', '#401111'),
};
const GREEN: Look = { image: Float32Array.of(1, 0, 0), palette: mixed('#20a040', '#208040', '#104020') };
const OTHER_CONTENT: Look = { image: Float32Array.of(0, 1, 0), palette: RED.palette };

/** As a drawing: white paper, one colour, black lines. */
const drawn = (image: Float32Array, hex: string): Look => ({
  image,
  palette: [
    { hex: '#ffffff', share: 0.6 },
    { hex, share: 0.28 },
    { hex: '#000000', share: 0.1 },
  ],
});
/** Vectors of that cosine. */
const GRIN = drawn(Float32Array.of(1, 0), '#fcea2b');
const turned = (cosine: number): Float32Array => Float32Array.of(cosine, Math.sqrt(1 - cosine ** 2));

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
const TWO_BITS_OFF = 'ffff0000ffff0003';
const FOUR_BITS_OFF = 'ffff0000ffff000f';
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

  test('a drawing that was only resized or compressed again is a copy', async () => {
    const copy = drawn(turned(0.99), '#fbe92c');
    const folded = await foldDuplicates(
      ranked('a', 'b'),
      folding({ a: SAME, b: TWO_BITS_OFF }, { a: GRIN, b: copy }),
    );
    expect(folded.map(({ assetId, duplicates }) => [assetId, duplicates])).toEqual([['a', ['b']]]);
  });

  test.each([
    ['other eyes', FOUR_BITS_OFF, drawn(turned(0.99), '#fcea2b')],
    ['another mouth', TWO_BITS_OFF, drawn(turned(0.97), '#fcea2b')],
    ['another colour', SAME, drawn(turned(1), '#f1b31c')],
  ])(
    'a drawing of the same hand with %s is no copy, where a photograph would be one',
    async (_what, hash, look) => {
      const folded = (one: Look, other: Look) =>
        foldDuplicates(ranked('a', 'b'), folding({ a: SAME, b: hash }, { a: one, b: other }));
      expect(await folded(GRIN, look)).toHaveLength(2);
      const asPhotograph = ({ image, palette }: Look): Look => ({
        image,
        palette: palette.map((swatch) => ({ ...swatch, share: swatch.share / 2 })),
      });
      expect(await folded(asPhotograph(GRIN), asPhotograph(look))).toHaveLength(1);
    },
  );
});
