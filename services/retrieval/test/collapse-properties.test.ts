import { describe, expect, test } from '@jest/globals';
import { candidateOf } from '../src/index/candidate.js';
import { collapseDuplicates, type Look } from '../src/rank/duplicates.js';
import { UNKNOWN_FACETS } from '../src/index/point.js';
import { createRandom, type Random } from '@imagesearch/testkit/random';

const SEEDS = Array.from({ length: 40 }, (_, seed) => seed);

describe('collapsing, for images drawn by seed', () => {
  test.each(SEEDS)('keeps order, loses no image and names none twice (seed %i)', async (seed) => {
    const { ranked, looksOf } = drawImages(createRandom(seed));
    const collapsed = await collapseDuplicates(ranked, { looksOf, limit: ranked.length });
    const named = collapsed.flatMap(({ assetId, duplicates }) => [assetId, ...duplicates]);
    expect(named.toSorted()).toEqual(ranked.map(({ assetId }) => assetId).toSorted());
    const kept = collapsed.map(({ assetId }) => assetId);
    expect(kept).toEqual(ranked.map(({ assetId }) => assetId).filter((id) => kept.includes(id)));
    for (const { assetId, duplicates } of collapsed) {
      const rankOf = (id: string): number => ranked.findIndex((one) => one.assetId === id);
      for (const copy of duplicates) expect(rankOf(copy)).toBeGreaterThan(rankOf(assetId));
    }
  });

  test('the drawn images hold near-duplicates and images that are none', async () => {
    const collapsed = await Promise.all(
      SEEDS.map((seed) => {
        const { ranked, ...images } = drawImages(createRandom(seed));
        return collapseDuplicates(ranked, { ...images, limit: ranked.length });
      }),
    );
    expect(collapsed.filter((answer) => answer.length < IDS.length).length).toBeGreaterThan(SEEDS.length / 2);
    expect(Math.min(...collapsed.map(({ length }) => length))).toBeGreaterThan(1);
  });

  test.each(SEEDS)('collapses nothing more in its own result (seed %i)', async (seed) => {
    const { ranked, looksOf } = drawImages(createRandom(seed));
    const once = await collapseDuplicates(ranked, { looksOf, limit: ranked.length });
    const twice = await collapseDuplicates(once, { looksOf, limit: ranked.length });
    expect(twice.map(({ assetId }) => assetId)).toEqual(once.map(({ assetId }) => assetId));
  });

  test.each(SEEDS)('a shorter answer is the head of a longer one (seed %i)', async (seed) => {
    const { ranked, looksOf } = drawImages(createRandom(seed));
    const long = await collapseDuplicates(ranked, { looksOf, limit: ranked.length });
    const short = await collapseDuplicates(ranked, { looksOf, limit: 4 });
    expect(short).toEqual(long.slice(0, 4));
  });
});

const IDS = Array.from({ length: 12 }, (_, position) => `a:${String(position).padStart(2, '0')}`);

/** A few families of images, whose members are near one another in some witnesses and not in others. */
function drawImages(random: Random) {
  const images = new Map<string, { hash: string | null; look: Look }>();
  for (const assetId of IDS) {
    const family = random.below(3);
    const bits = random
      .below(2 ** 5)
      .toString(16)
      .padStart(4, '0');
    images.set(assetId, {
      hash: random.isTrue(0.1) ? null : `${'f0'.repeat(family)}${'0f'.repeat(6 - family)}${bits}`,
      look: {
        image: Float32Array.of(1, random.isTrue(0.3) ? 0.5 : random.uniform() / 20, family),
        facets: {
          ...UNKNOWN_FACETS,
          palette: [{ hex: random.oneOf(['#d02020', '#cf2121', '#20a040']), share: 1 }],
        },
        terms: [],
      },
    });
  }
  const ranked = shuffled(IDS, random).map((assetId, position) =>
    candidateOf({
      assetId,
      score: 1 - position / 100,
      perceptualHash: images.get(assetId)?.hash ?? null,
    }),
  );
  return {
    ranked,
    looksOf: (assetIds: readonly string[]) =>
      Promise.resolve(
        new Map(
          assetIds.flatMap((id) => {
            const look = images.get(id)?.look;
            return look === undefined ? [] : [[id, look] as const];
          }),
        ),
      ),
  };
}

function shuffled(ids: readonly string[], random: Random): string[] {
  return ids
    .map((id) => ({ id, at: random.uniform() }))
    .sort((one, other) => one.at - other.at)
    .map(({ id }) => id);
}
