import { describe, expect, it } from '@jest/globals';
import type { FacetName } from '@imagesearch/facets/facets';
import type { Filters } from '@imagesearch/facets/filters';
import type { Candidate } from '../src/search/candidate.js';
import { byRelevance, neverRising, orderPool, relaxedFilters } from '../src/search/order.js';
import type { TextScores } from '../src/search/rerank.js';

const WORDS = 'red apple';

const candidate = (at: number, score: number): Candidate => ({
  assetId: `t:${at}`,
  score,
  duplicates: [],
  similarities: {},
  matched: [],
});
const ranked = (...scores: number[]) => scores.map((score, index) => candidate(index, score));
/** The first images have a score each. */
const blendScores = (pool: readonly Candidate[], scores: readonly number[], words: string) =>
  byRelevance(pool, textScores(pool, scores, words));
const textScores = (pool: readonly Candidate[], scores: readonly number[], words = WORDS): TextScores => ({
  byId: new Map(scores.map((score, at) => [pool[at]?.assetId ?? '', score])),
  words,
  method: 'lexical',
});
const idsOf = (candidates: readonly { assetId: string }[]) => candidates.map(({ assetId }) => assetId);

describe('the blend of retrieval and reranking', () => {
  it('puts what the reranker prefers first among images that retrieval finds alike', () => {
    expect(idsOf(blendScores(ranked(0.9, 0.8, 0.7), [0, 0, 1], WORDS))[0]).toBe('t:2');
  });

  it('keeps an image that retrieval finds far better first, though its words are poor', () => {
    expect(idsOf(blendScores(ranked(1, 0.3, 0.2), [0.4, 0.75, 0], WORDS))[0]).toBe('t:0');
  });

  it('puts an image in a preferred colour before one that answers the words a little better', () => {
    const [plain, green] = ranked(0.9, 0.8).map((found, at) => ({ ...found, paletteCloseness: at / 2 }));
    if (!plain || !green) throw new Error('two candidates');
    expect(idsOf(blendScores([plain, green], [1, 0.8], 'heart'))).toEqual(['t:1', 't:0']);
    expect(idsOf(blendScores([plain, green], [1, 0.1], 'heart'))).toEqual(['t:0', 't:1']);
  });

  it('puts the image that is more like the example first where captions answer the words alike', () => {
    const [unlike, like] = ranked(0.9, 0.9).map((found, at) => ({
      ...found,
      similarities: { caption: 0.6 - at / 20, image: 0.5 + at / 2 },
    }));
    if (!unlike || !like) throw new Error('two candidates');
    expect(idsOf(blendScores([unlike, like], [0.8, 0.8], 'ball'))).toEqual(['t:1', 't:0']);
    expect(idsOf(blendScores([unlike, like], [0.8, 0.1], 'ball'))).toEqual(['t:0', 't:1']);
  });

  it('never drops a candidate, scored or not', () => {
    const ordered = blendScores(ranked(0.9, 0.8, 0.7, 0.6), [0.1, 0.9], WORDS);
    expect(idsOf(ordered)).toEqual(['t:1', 't:0', 't:2', 't:3']);
  });

  describe('with the meaning of captions', () => {
    const withCosines = (...cosines: (number | undefined)[]) =>
      ranked(...cosines.map(() => 0.5)).map((found, at) => ({
        ...found,
        similarities: { caption: cosines[at] },
      }));

    it('prefers the caption that means the same among images that are alike otherwise', () => {
      expect(idsOf(blendScores(withCosines(0.2, 0.3, 0.6), [0.5, 0.5, 0.5], WORDS))[0]).toBe('t:2');
    });

    it('trusts the meaning of three words more than that of two', () => {
      const pool = withCosines(0.3, 0.6);
      expect(idsOf(blendScores(pool, [0.9, 0.4], 'waste bin'))[0]).toBe('t:0');
      expect(idsOf(blendScores(pool, [0.9, 0.4], 'throwing old things into a bin'))[0]).toBe('t:1');
    });

    it('takes an image that the list of captions does not hold for as unlike as its last one', () => {
      const ordered = blendScores(withCosines(undefined, 0.6, 0.2), [0.5, 0.5, 0.5], WORDS);
      expect(idsOf(ordered)).toEqual(['t:1', 't:0', 't:2']);
      expect(ordered[1]?.score).toBe(ordered[2]?.score);
    });

    it('counts what an image without words shows 0.2 below a caption that says it', () => {
      const [seen, said, ...others] = withCosines(undefined, 0.5, 0.2, undefined);
      if (!seen || !said) throw new Error('four candidates');
      const last = others.map((found) => ({ ...found, similarities: { ...found.similarities, sight: 0.1 } }));
      const shows = (sight: number) => [said, { ...seen, similarities: { sight } }, ...last];
      const scores = (sight: number) =>
        new Map(
          blendScores(shows(sight), [0.5, 0.5, 0.5, 0.5], WORDS).map(({ assetId, score }) => [
            assetId,
            score,
          ]),
        );
      const [below, level, above] = [scores(0.69), scores(0.7), scores(0.71)];
      expect(below.get('t:0')).toBeLessThan(below.get('t:1') ?? 0);
      expect(level.get('t:0')).toBeCloseTo(level.get('t:1') ?? 0, 9);
      expect(above.get('t:0')).toBeGreaterThan(above.get('t:1') ?? 1);
    });

    it('takes no meaning from the similarity with pixels where words are compared with those of all images', () => {
      const pool = ranked(0.5, 0.5).map((found, at) => ({
        ...found,
        similarities: { sight: 0.9 - at / 2 },
        sightRank: at + 1,
      }));
      const [first, second] = blendScores(pool, [0.5, 0.5], WORDS);
      expect(first?.score).toBe(second?.score);
    });
  });

  it('gives scores within 0 and 1 that never rise down the list', () => {
    const ordered = blendScores(ranked(0.9, 0.8, 0.7, 0.6), [0.05, 0.1], WORDS);
    const scores = ordered.map(({ score }) => score);
    expect(scores).toEqual([...scores].sort((a, b) => b - a));
    expect(Math.min(...scores)).toBeGreaterThanOrEqual(0);
    expect(Math.max(...scores)).toBeLessThanOrEqual(1);
    expect(neverRising(ranked(2, -1)).map(({ score }) => score)).toEqual([1, 0]);
  });
});

describe('the final order when the model compares words with images', () => {
  const POOL = 60;
  /** Fused scores fall down the pool; the image at each place of `bySight` has that rank by sight. */
  const poolWith = (bySight: readonly number[]) =>
    Array.from({ length: POOL }, (_, at) => ({
      ...candidate(at, 1 - at / POOL),
      sightRank: bySight.includes(at) ? bySight.indexOf(at) + 1 : undefined,
    }));
  const unseen = () => poolWith([]);
  /** Scores that prefer the words of every image except these. */
  const scoresBut = (poor: readonly number[]) =>
    Array.from({ length: POOL }, (_, at) => (poor.includes(at) ? 0 : 0.95));

  it('an image that looks most like the words stays among the first three, although it has no words', () => {
    const ordered = blendScores(poolWith([50]), scoresBut([50]), WORDS);
    expect(idsOf(ordered).indexOf('t:50')).toBe(2);
    expect(idsOf(blendScores(unseen(), scoresBut([50]), WORDS)).indexOf('t:50')).toBeGreaterThan(40);
  });

  it('the second and third by sight stay among the first six and nine', () => {
    const ordered = idsOf(blendScores(poolWith([59, 58, 57]), scoresBut([59, 58, 57]), WORDS));
    expect([59, 58, 57].map((at) => ordered.indexOf(`t:${at}`))).toEqual([2, 5, 8]);
  });

  it('an image that the reranker ranks higher than that keeps its rank', () => {
    const ordered = idsOf(blendScores(poolWith([0, 40]), scoresBut([]), WORDS));
    expect(ordered.indexOf('t:0')).toBe(0);
    expect(ordered.indexOf('t:40')).toBe(5);
  });

  it('holds every image once with scores that never rise', () => {
    const pool = poolWith([59, 3, 41, 20]);
    const ordered = blendScores(pool, scoresBut([59, 41]).slice(0, 45), WORDS);
    expect(idsOf(ordered).toSorted()).toEqual(idsOf(pool).toSorted());
    const scores = ordered.map(({ score }) => score);
    expect(scores).toEqual(scores.toSorted((a, b) => b - a));
  });
});

interface Shown {
  id: string;
  /** How well its text answers the words. */
  text: number;
  unmet?: FacetName[];
}

const WIDE: Filters = { aspectMin: 1.7 };
const AI_FREE: Filters = { aiGenerated: false };

/** Images in the order of retrieval. */
function ordered(images: readonly Shown[], k: number, soft: Filters, { isScored = true } = {}) {
  const pool = images.map(({ id, text, unmet = [] }, at): Candidate => ({
    assetId: id,
    score: 61 / (61 + at),
    duplicates: [],
    similarities: { caption: text },
    matched: [],
    unmet,
  }));
  const scores = textScores(
    pool,
    images.map(({ text }) => text),
  );
  const { candidates, ranking } = orderPool(pool, isScored ? scores : undefined, { soft, k });
  const results = candidates.slice(0, k);
  return { ids: idsOf(results), relaxed: relaxedFilters(results, soft), results, candidates, ranking };
}

const many = (count: number, image: (at: number) => Shown): Shown[] =>
  Array.from({ length: count }, (_, at) => image(at));

describe('filters read from the words', () => {
  const soft = { ...AI_FREE, ...WIDE };
  const wide = (id: string, text: number): Shown => ({ id, text });
  const narrow = (id: string, text: number): Shown => ({ id, text, unmet: ['aspect'] });

  it('hold while enough images meet them and the words', () => {
    const images = [
      ...many(5, (at) => narrow(`mountain-${at}`, 0.9)),
      ...many(5, (at) => wide(`wide-mountain-${at}`, 0.9)),
    ];
    const { ids, relaxed, candidates } = ordered(images, 4, soft);
    expect(ids).toEqual(many(4, (at) => wide(`wide-mountain-${at}`, 0)).map(({ id }) => id));
    expect(relaxed).toEqual([]);
    expect(candidates.map(({ designMet }) => designMet)).toEqual(Array(5).fill(['aspectMin']));
  });

  it('are preferences when what they leave is of another subject', () => {
    const images = [
      wide('mountain-wide', 0.9),
      ...many(6, (at) => narrow(`mountain-${at}`, 0.9)),
      ...many(9, (at) => wide(`tape-measure-${at}`, 0.1)),
    ];
    const { ids, relaxed, results } = ordered(images, 5, soft);
    expect(ids[0]).toBe('mountain-wide');
    expect(ids.filter((id) => id.startsWith('mountain'))).toHaveLength(5);
    expect(relaxed).toEqual(['aspectMin']);
    expect(results.map(({ designMet }) => designMet)).toEqual([['aspectMin'], [], [], [], []]);
    const scores = results.map(({ score }) => score);
    expect(scores).toEqual(scores.toSorted((one, other) => other - one));
  });

  it('come before a title that has one word of two', () => {
    const images = [narrow('one-word', 0.46), ...many(4, (at) => wide(`wide-${at}`, 0))];
    expect(ordered(images, 5, soft).ids.at(-1)).toBe('one-word');
    const whole = [narrow('both-words', 0.9), ...many(4, (at) => wide(`wide-${at}`, 0))];
    expect(ordered(whole, 5, soft).ids[0]).toBe('both-words');
  });

  it('hold when all that answers the words meets them, however little that is', () => {
    const images = [
      ...many(2, (at) => wide(`wide-mountain-${at}`, 0.9)),
      ...many(9, (at) => wide(`tape-measure-${at}`, 0.1)),
      ...many(9, (at) => narrow(`ruler-${at}`, 0.1)),
    ];
    const { ids, relaxed } = ordered(images, 5, soft);
    expect(ids.slice(0, 2)).toEqual(['wide-mountain-0', 'wide-mountain-1']);
    expect(relaxed).toEqual([]);
  });

  it('count the more, the later they are relaxed: the permitted image stands before the wide one', () => {
    const images: Shown[] = [
      { id: 'wide', text: 0.9, unmet: ['commercial'] },
      { id: 'permitted', text: 0.9, unmet: ['aspect'] },
    ];
    const { ids, relaxed } = ordered(images, 2, { ...soft, commercial: true });
    expect(ids).toEqual(['permitted', 'wide']);
    expect(relaxed).toEqual(['aspectMin', 'commercial']);
  });

  it('name both bounds of a range', () => {
    const two = { facesMin: 2, facesMax: 2 };
    const { relaxed, results } = ordered(
      [{ id: 'one', text: 0.9, unmet: ['faces'] }, wide('two', 0.1)],
      2,
      two,
    );
    expect(relaxed).toEqual(['facesMin', 'facesMax']);
    expect(results.find(({ assetId }) => assetId === 'two')?.designMet).toEqual(['facesMin', 'facesMax']);
  });

  it('are preferences without a reranker too, and the answer says that it is degraded', () => {
    const images = [...many(3, (at) => narrow(`mountain-${at}`, 0)), wide('wide', 0)];
    const { ids, ranking } = ordered(images, 4, soft, { isScored: false });
    expect(ids[0]).toBe('wide');
    expect(ranking).toBe('degraded');
  });

  it('find nothing in an empty pool', () => {
    expect(ordered([], 3, soft)).toMatchObject({ ids: [], relaxed: [], ranking: 'none' });
  });
});

describe('a default filter', () => {
  it('never yields to a score: what fails it comes last', () => {
    const images: Shown[] = [
      { id: 'made', text: 1, unmet: ['aiGenerated'] },
      { id: 'drawn', text: 0.1 },
      { id: 'drawn-too', text: 0.05 },
    ];
    const { ids, relaxed, results } = ordered(images, 3, AI_FREE);
    expect(ids).toEqual(['drawn', 'drawn-too', 'made']);
    expect(relaxed).toEqual(['aiGenerated']);
    expect(results.map(({ designMet }) => designMet)).toEqual([undefined, undefined, undefined]);
    expect(ordered(images, 2, AI_FREE).relaxed).toEqual([]);
  });

  it('stands behind what was read from the words as well', () => {
    const images: Shown[] = [
      { id: 'made-wide', text: 1, unmet: ['aiGenerated'] },
      { id: 'narrow', text: 0.5, unmet: ['aspect'] },
    ];
    expect(ordered(images, 2, { ...AI_FREE, ...WIDE }).ids).toEqual(['narrow', 'made-wide']);
  });
});
