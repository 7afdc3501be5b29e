import { describe, expect, test } from '@jest/globals';
import { candidateOf, type Candidate } from '../src/index/candidate.js';
import { closeImages } from '../src/rank/hashes.js';
import { collapseDuplicates, type Look } from '../src/rank/duplicates.js';
import type { Facets, Swatch } from '@imagesearch/facets/conditions';
import { createRandom } from '@imagesearch/testkit/random';
import { UNKNOWN_FACETS } from './support/drawn-points.js';

/** As a photograph: no colour fills half of it. */
const mixed = (...hexes: string[]): Swatch[] => hexes.map((hex) => ({ hex, share: 0.9 / hexes.length }));

const look = (image: number[] | Float32Array, palette: readonly Swatch[]): Look => ({
  image: Float32Array.from(image),
  facets: { ...UNKNOWN_FACETS, palette },
  terms: '',
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

const collapsed = async (hashes: Record<string, string | null>, looks: Record<string, Look>, limit = 10) => {
  const looksOf = (assetIds: readonly string[]) =>
    Promise.resolve(new Map(assetIds.flatMap((id) => (looks[id] ? [[id, looks[id]] as const] : []))));
  return collapseDuplicates(ranked(hashes), { looksOf, limit });
};
/** Each with what it stands for. */
const groups = async (...args: Parameters<typeof collapsed>) =>
  (await collapsed(...args)).map(({ assetId, duplicates }) => [assetId, ...duplicates].join(' '));

const SAME = 'ffff0000ffff0000';
const TWO_BITS_OFF = 'ffff0000ffff0003';
const FOUR_BITS_OFF = 'ffff0000ffff000f';
const SIX_BITS_OFF = 'ffff0000ffff003f';
const SEVEN_BITS_OFF = 'ffff0000ffff007f';

describe('collapsing near-duplicates', () => {
  const ALL_RED = { a: RED, b: RED, c: RED, d: RED };
  const FAR = '0000000000000000';

  test.each([
    [
      'the best ranked one is kept, and names the others in their order',
      { a: SAME, c: FAR, b: SIX_BITS_OFF, d: SAME },
      { ...ALL_RED, b: NEARLY_RED },
      ['a b d', 'c'],
    ],
    ['another colour is none', { a: SAME, b: SAME }, { a: RED, b: GREEN }, ['a', 'b']],
    ['another content is none', { a: SAME, b: SAME }, { a: RED, b: OTHER_CONTENT }, ['a', 'b']],
    ['a hash that is farther is none', { a: SAME, b: SEVEN_BITS_OFF }, ALL_RED, ['a', 'b']],
    ['an image without hash is none', { a: null, b: null }, ALL_RED, ['a', 'b']],
    ['an image that is gone since it was recalled is none', { a: SAME, b: SAME }, { a: RED }, ['a', 'b']],
    [
      'of two that are kept the better ranked one has it',
      { a: SAME, b: 'ffff0000ffff0fff', c: SIX_BITS_OFF },
      ALL_RED,
      ['a c', 'b'],
    ],
    [
      'one like a collapsed one, but not like the best one, is kept',
      { a: SAME, b: SIX_BITS_OFF, c: 'ffff0000ffff0fff' },
      ALL_RED,
      ['a b', 'c'],
    ],
    [
      'a resized or recompressed drawing is one',
      { a: SAME, b: TWO_BITS_OFF },
      { a: GRIN, b: drawn(turned(0.99), '#fbe92c') },
      ['a b'],
    ],
  ])('%s', async (_rule, hashes, looks, expected) => {
    expect(await groups(hashes, looks)).toEqual(expected);
  });

  test('other images take the ranks of near-duplicates', async () => {
    const hashes = { a: SAME, b: SAME, c: null, d: null, e: null };
    expect(await groups(hashes, ALL_RED, 3)).toEqual(['a b', 'c', 'd']);
  });

  test.each([
    ['other eyes', FOUR_BITS_OFF, drawn(turned(0.99), '#fcea2b')],
    ['another mouth', TWO_BITS_OFF, drawn(turned(0.97), '#fcea2b')],
    ['another colour', SAME, drawn(turned(1), '#f1b31c')],
  ])(
    'a drawing of the same hand with %s is no near-duplicate, where a photograph would be one',
    async (_what, hash, drawing) => {
      const asPhotograph = ({ image, facets: { palette } }: Look): Look =>
        look(
          image,
          palette.map((swatch) => ({ ...swatch, share: swatch.share / 2 })),
        );
      expect(await groups({ a: SAME, b: hash }, { a: GRIN, b: drawing })).toEqual(['a', 'b']);
      const photographs = { a: asPhotograph(GRIN), b: asPhotograph(drawing) };
      expect(await groups({ a: SAME, b: hash }, photographs)).toEqual(['a b']);
    },
  );
});

describe('which of several near-duplicates is shown', () => {
  const known = (facets: Partial<Facets>, terms = ''): Look => ({
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
  const CAPTION = 'apple';
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
  ])(
    'one with %s stands for one that ranked better, which stands where they are alike',
    async (_what, better, standing) => {
      expect(await groups({ a: SAME, b: SAME }, { a: better, b: standing })).toEqual(['b a']);
      expect(await groups({ a: SAME, b: SAME }, { a: better, b: better })).toEqual(['a b']);
    },
  );

  test('the others follow in the order in which they would stand, and rank and score are those of the best ranked', async () => {
    const hashes = { other: '0000000000000000', a: SAME, b: SAME, c: SAME, last: '00000000ffffffff' };
    const looks = { a: UNKNOWN, b: known({ ...RIGHTS, shareAlike: true }), c: FREE };
    expect(await groups(hashes, looks)).toEqual(['other', 'c b a', 'last']);
    expect((await collapsed(hashes, looks))[1]?.score).toBe(0.99);
  });
});

test('the first groups are the same however many are asked for', async () => {
  const random = createRandom(5);
  for (let round = 0; round < 40; round += 1) {
    // Few images in several copies, some of which look like another one by their hash alone.
    const drawn = Array.from({ length: 60 }, (_, at) => {
      const bits = 0xfn << BigInt(16 * random.below(4));
      const hash =
        random.below(9) === 0 ? null : (bits ^ BigInt(random.below(16))).toString(16).padStart(16, '0');
      return [`a${at}`, hash, random.below(3) === 0 ? OTHER_CONTENT : RED] as const;
    });
    const hashes = Object.fromEntries(drawn.map(([assetId, hash]) => [assetId, hash]));
    const looks = Object.fromEntries(drawn.map(([assetId, , its]) => [assetId, its]));
    const all = await groups(hashes, looks, drawn.length);
    for (const limit of [1, 2, 5, 20])
      expect(await groups(hashes, looks, limit)).toEqual(all.slice(0, limit));
  }
});

test('close are hashes of which six bits differ, whichever these are, and not seven', () => {
  const hash = 0x9f3a_51c7_0be2_d468n;
  const hashOf = (value: bigint) => ({ perceptualHash: value.toString(16).padStart(16, '0') });
  for (let first = 0; first < 64; first += 1) {
    const turned = (count: number) =>
      Array.from({ length: count }, (_, at) => 1n << BigInt((first + 9 * at) % 64));
    const bits = (count: number) => {
      const other = turned(count).reduce((value, bit) => value ^ bit, hash);
      return [...closeImages([hashOf(hash), hashOf(other)]).values()].flat().map((close) => close.bits);
    };
    expect([bits(6), bits(7)]).toEqual([[6], []]);
  }
});
