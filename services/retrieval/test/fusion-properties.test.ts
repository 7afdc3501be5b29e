import { describe, expect, test } from '@jest/globals';
import { candidateOf, type Candidate } from '../src/index/candidate.js';
import { collapseDuplicates } from '../src/rank/duplicates.js';
import { fuse } from '../src/rank/fusion.js';
import { UNKNOWN_FACETS, type Look } from '../src/index/point.js';
import { standingOf } from '../src/index/point.js';
import { LIST_NAMES, weighted, type Lists } from './support/ranked-lists.js';
import { createRandom, type Random } from '@imagesearch/testkit/random';

const SEEDS = Array.from({ length: 40 }, (_, seed) => seed);

describe('fusion, for lists drawn by seed', () => {
  test.each(SEEDS)('does not depend on the order in which the lists are given (seed %i)', (seed) => {
    const lists = drawLists(createRandom(seed));
    const turned = Object.fromEntries(Object.entries(lists).reverse()) as Lists;
    expect(fuse(weighted(turned))).toEqual(fuse(weighted(lists)));
  });

  test.each(SEEDS)('is not changed by an empty list (seed %i)', (seed) => {
    const lists = drawLists(createRandom(seed));
    delete lists.words;
    const without = fuse(weighted(lists));
    const withEmpty = fuse(weighted({ ...lists, words: [] }));
    expect(withEmpty.map(({ assetId }) => assetId)).toEqual(without.map(({ assetId }) => assetId));
    // What was asked for and found nothing lowers every score alike.
    for (const [position, { score }] of withEmpty.entries()) {
      expect(score).toBeLessThanOrEqual(without[position]?.score ?? 0);
    }
  });

  test.each(SEEDS)('puts ids that lie alike in all lists in the order of the ids (seed %i)', (seed) => {
    const random = createRandom(seed);
    const ids = shuffled(['a:1', 'a:2', 'b:1'], random);
    const [first = '', second = '', third = ''] = ids;
    const fused = fuse(
      weighted({
        words: [first, second, third],
        caption: [second, third, first],
        image: [third, first, second],
      }),
    );
    expect(new Set(fused.map(({ score }) => score)).size).toBe(1);
    expect(fused.map(({ assetId }) => assetId)).toEqual(ids.toSorted());
  });

  test.each(SEEDS)('a renaming of the ids that keeps their order renames the answer (seed %i)', (seed) => {
    const lists = drawLists(createRandom(seed));
    const renamed = Object.fromEntries(
      Object.entries(lists).map(([name, ids]) => [name, ids.map((id) => `z${id}`)]),
    ) as Lists;
    const names = fuse(weighted(lists)).map(({ assetId }) => `z${assetId}`);
    expect(fuse(weighted(renamed)).map(({ assetId }) => assetId)).toEqual(names);
  });

  test.each(SEEDS)('to move up in one list never moves down in the answer (seed %i)', (seed) => {
    const random = createRandom(seed);
    const lists = { ...drawLists(random), words: shuffled(IDS, random) };
    const at = 1 + random.below(IDS.length - 1);
    const moved = lists.words[at] ?? '';
    const better = lists.words.toSpliced(at, 1).toSpliced(at - 1, 0, moved);
    const placeIn = (fused: Candidate[]): number => fused.findIndex(({ assetId }) => assetId === moved);
    expect(placeIn(fuse(weighted({ ...lists, words: better })))).toBeLessThanOrEqual(
      placeIn(fuse(weighted(lists))),
    );
  });
});

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

function drawLists(random: Random): Lists {
  const lists: Lists = {};
  for (const name of LIST_NAMES) {
    if (random.isTrue(0.8)) lists[name] = shuffled(IDS, random).slice(0, random.below(IDS.length));
  }
  return lists;
}

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
        palette: [{ hex: random.oneOf(['#d02020', '#cf2121', '#20a040']), share: 1 }],
        standing: standingOf(UNKNOWN_FACETS, []),
      },
    });
  }
  const ranked = shuffled(IDS, random).map((assetId, position) =>
    candidateOf({
      assetId,
      score: 1 - position / 100,
      perceptualHash: images.get(assetId)?.hash ?? null,
      palette: [],
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
