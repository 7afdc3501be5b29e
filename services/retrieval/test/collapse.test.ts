import { describe, expect, test } from '@jest/globals';
import { candidateOf, type Candidate } from '../src/index/candidate.js';
import { closeImages } from '../src/rank/hashes.js';
import { collapseDuplicates, type CollapseOptions, type Look } from '../src/rank/duplicates.js';
import { UNKNOWN_FACETS, type Facets, type Swatch } from '../src/index/point.js';

/** As a photograph: no colour fills half of it. */
const mixed = (...hexes: string[]): Swatch[] => hexes.map((hex) => ({ hex, share: 0.9 / hexes.length }));

const look = (image: number[] | Float32Array, palette: readonly Swatch[]): Look => ({
  image: Float32Array.from(image),
  facets: { ...UNKNOWN_FACETS, palette },
  terms: [],
});

const RED = look([1, 0, 0], mixed('#d02020', '#802020', '#401010'));
const NEARLY_RED = look([0.99, 0.05, 0], mixed('#cf2121', '#812020', '#401111'));
const GREEN = look([1, 0, 0], mixed('#20a040', '#208040', '#104020'));
const OTHER_CONTENT = look([0, 1, 0], RED.facets.palette);

/** As a drawing: white paper, one colour, black lines. */
const drawn = (image: Float32Array, hex: string): Look =>
  look(image, [
    { hex: '#ffffff', share: 0.6 },
    { hex, share: 0.28 },
    { hex: '#000000', share: 0.1 },
  ]);
/** Vectors of that cosine. */
const GRIN = drawn(Float32Array.of(1, 0), '#fcea2b');
const turned = (cosine: number): Float32Array => Float32Array.of(cosine, Math.sqrt(1 - cosine ** 2));

/** Candidates in the order of their hashes. */
const ranked = (hashes: Record<string, string | null>): Candidate[] =>
  Object.entries(hashes).map(([assetId, perceptualHash], position) =>
    candidateOf({ assetId, score: 1 - position / 100, perceptualHash }),
  );

const looking = (looks: Record<string, Look> = {}, limit = 10): CollapseOptions & { asked: string[][] } => {
  const asked: string[][] = [];
  return {
    asked,
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

const idsOf = (candidates: readonly Candidate[]) => candidates.map(({ assetId }) => assetId);

describe('collapsing near-duplicates', () => {
  test('the best ranked one is kept, and names the others in their order', async () => {
    const collapsed = await collapseDuplicates(
      ranked({ a: SAME, c: '0000000000000000', b: SIX_BITS_OFF, d: SAME }),
      looking({ a: RED, b: NEARLY_RED, d: RED }),
    );
    expect(collapsed.map(({ assetId, duplicates }) => [assetId, duplicates])).toEqual([
      ['a', ['b', 'd']],
      ['c', []],
    ]);
  });

  test.each([
    ['another colour', SAME, GREEN],
    ['another content', SAME, OTHER_CONTENT],
    ['a hash that is farther', SEVEN_BITS_OFF, RED],
  ])('%s is no near-duplicate', async (_what, hash, look) => {
    const collapsed = await collapseDuplicates(ranked({ a: SAME, b: hash }), looking({ a: RED, b: look }));
    expect(idsOf(collapsed)).toEqual(['a', 'b']);
  });

  test("an image without hash, or gone since it was recalled, is nobody's near-duplicate", async () => {
    const unknown = await collapseDuplicates(ranked({ a: null, b: null }), looking({ a: RED, b: RED }));
    expect(unknown).toHaveLength(2);
    const gone = await collapseDuplicates(ranked({ a: SAME, b: SAME }), looking({ a: RED }));
    expect(gone).toHaveLength(2);
  });

  test('other images take the ranks of near-duplicates, and looks are read only where hashes are close', async () => {
    const collapsed = await collapseDuplicates(
      ranked({ a: SAME, b: SAME, c: null, d: null, e: null }),
      looking({ a: RED, b: RED }, 3),
    );
    expect(idsOf(collapsed)).toEqual(['a', 'c', 'd']);
    const distinct = looking();
    await collapseDuplicates(ranked({ a: SAME, b: '0123456789abcdef' }), distinct);
    expect(distinct.asked).toEqual([]);
  });

  test('a near-duplicate of two that are kept belongs to the better ranked one', async () => {
    const collapsed = await collapseDuplicates(
      ranked({ a: SAME, b: 'ffff0000ffff0fff', c: SIX_BITS_OFF }),
      looking({ a: RED, b: RED, c: RED }),
    );
    expect(collapsed.map(({ duplicates }) => duplicates)).toEqual([['c'], []]);
  });

  test('an image that is a near-duplicate of a collapsed one, but not of the best one, is kept', async () => {
    const collapsed = await collapseDuplicates(
      ranked({ a: SAME, b: SIX_BITS_OFF, c: 'ffff0000ffff0fff' }),
      looking({ a: RED, b: RED, c: RED }),
    );
    expect(idsOf(collapsed)).toEqual(['a', 'c']);
  });

  test('a resized or recompressed drawing is a near-duplicate', async () => {
    const copy = drawn(turned(0.99), '#fbe92c');
    const collapsed = await collapseDuplicates(
      ranked({ a: SAME, b: TWO_BITS_OFF }),
      looking({ a: GRIN, b: copy }),
    );
    expect(collapsed.map(({ assetId, duplicates }) => [assetId, duplicates])).toEqual([['a', ['b']]]);
  });

  test.each([
    ['other eyes', FOUR_BITS_OFF, drawn(turned(0.99), '#fcea2b')],
    ['another mouth', TWO_BITS_OFF, drawn(turned(0.97), '#fcea2b')],
    ['another colour', SAME, drawn(turned(1), '#f1b31c')],
  ])(
    'a drawing of the same hand with %s is no near-duplicate, where a photograph would be one',
    async (_what, hash, drawing) => {
      const collapsed = (one: Look, other: Look) =>
        collapseDuplicates(ranked({ a: SAME, b: hash }), looking({ a: one, b: other }));
      expect(await collapsed(GRIN, drawing)).toHaveLength(2);
      const asPhotograph = ({ image, facets: { palette } }: Look): Look =>
        look(
          image,
          palette.map((swatch) => ({ ...swatch, share: swatch.share / 2 })),
        );
      expect(await collapsed(asPhotograph(GRIN), asPhotograph(drawing))).toHaveLength(1);
    },
  );
});

describe('which of several near-duplicates is shown', () => {
  const known = (facets: Partial<Facets>, terms: string[] = []): Look => ({
    ...RED,
    facets: { ...RED.facets, ...facets },
    terms,
  });
  const RIGHTS = {
    commercial: true,
    derivatives: true,
    attributionRequired: false,
    shareAlike: false,
    resolution: 1,
  };
  const UNKNOWN = RED;
  const FREE = known(RIGHTS);
  const CAPTION = ['apple'];
  const shown = async (looks: Record<string, Look>) => {
    const ids = Object.keys(looks);
    const [found] = await collapseDuplicates(
      ranked(Object.fromEntries(ids.map((id) => [id, SAME]))),
      looking(looks),
    );
    return { shown: found?.assetId, duplicates: found?.duplicates };
  };

  test.each<[string, Look, Look]>([
    [
      'known rights, however few they grant',
      UNKNOWN,
      known({ ...RIGHTS, commercial: false, derivatives: false }),
    ],
    [
      'more rights that are known',
      known({ ...RIGHTS, derivatives: null }),
      known({ ...RIGHTS, commercial: false }),
    ],
    [
      'fewer forbidden uses',
      known({ ...RIGHTS, commercial: false }),
      known({ ...RIGHTS, attributionRequired: true, shareAlike: true }),
    ],
    ['fewer duties', known({ ...RIGHTS, attributionRequired: true, resolution: 9 }, CAPTION), FREE],
    ['a caption', known({ ...RIGHTS, resolution: 9 }), known(RIGHTS, CAPTION)],
    ['more megapixels', FREE, known({ ...RIGHTS, resolution: 2 })],
    ['a known size', known({ ...RIGHTS, resolution: null }), FREE],
  ])('one with %s stands for one that ranked better', async (_what, better, standing) => {
    expect(await shown({ 'a:1': better, 'a:2': standing })).toEqual({
      shown: 'a:2',
      duplicates: ['a:1'],
    });
  });

  test('the better ranked one stands where nothing sets them apart', async () => {
    expect(await shown({ 'a:2': FREE, 'a:1': FREE })).toEqual({
      shown: 'a:2',
      duplicates: ['a:1'],
    });
  });

  test('the others follow in the order in which they would stand, and rank and score are those of the best ranked', async () => {
    const looks = { a: UNKNOWN, b: known({ ...RIGHTS, shareAlike: true }), c: FREE };
    const collapsed = await collapseDuplicates(
      ranked({ other: '0000000000000000', a: SAME, b: SAME, c: SAME, last: '00000000ffffffff' }),
      looking(looks),
    );
    expect(idsOf(collapsed)).toEqual(['other', 'c', 'last']);
    expect(collapsed[1]).toMatchObject({ score: 0.99, duplicates: ['b', 'a'] });
  });
});

const BITS = 64;

const hashOf = (value: bigint): string => value.toString(16).padStart(16, '0');
const withTurned = (hash: bigint, bits: readonly number[]): bigint =>
  bits.reduce((value, bit) => value ^ (1n << BigInt(bit)), hash);

const bitsOf = (...hashes: string[]): number[][] =>
  Array.from(closeImages(hashes.map((perceptualHash) => ({ perceptualHash }))).values(), (close) =>
    close.map(({ bits }) => bits),
  );

describe('the close ones of a list of hashes', () => {
  test('are found whichever six bits differ, and not with a seventh', () => {
    const hash = 0x9f3a_51c7_0be2_d468n;
    for (let first = 0; first < BITS; first += 1) {
      const turned = (count: number): string =>
        hashOf(
          withTurned(
            hash,
            Array.from({ length: count }, (_, at) => (first + 9 * at) % BITS),
          ),
        );
      expect(bitsOf(hashOf(hash), turned(6))).toEqual([[6]]);
      expect(bitsOf(hashOf(hash), turned(7))).toEqual([]);
    }
  });

  test('of no hash and of one are none', () => {
    expect(bitsOf()).toEqual([]);
    expect(bitsOf(hashOf(1n))).toEqual([]);
  });
});
