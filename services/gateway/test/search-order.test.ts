import { describe, expect, it } from '@jest/globals';
import { blendScores, neverRising } from '../src/search/ranking/blend.js';
import { finalOrder } from '../src/search/ranking/final-order.js';

const WORDS = 'red apple';

const candidate = (at: number, score: number) => ({
  assetId: `t:${at}`,
  score,
  duplicates: [],
  similarities: {},
  matched: [],
  foundAs: `t:${at}`,
});
const ranked = (...scores: number[]) => scores.map((score, index) => candidate(index, score));
const idsOf = (candidates: readonly { assetId: string }[]) => candidates.map(({ assetId }) => assetId);

describe('the blend of retrieval and reranking', () => {
  it('puts what the reranker prefers first among images that retrieval finds alike', () => {
    expect(idsOf(blendScores(ranked(0.9, 0.8, 0.7), [0, 0, 1], WORDS))[0]).toBe('t:2');
  });

  it('keeps an image that retrieval finds far better first, though its words are poor', () => {
    expect(idsOf(blendScores(ranked(1, 0.3, 0.2), [0.4, 0.75, 0], WORDS))[0]).toBe('t:0');
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
  /** Scores that prefer the words of every image except these. */
  const scoresBut = (poor: readonly number[]) =>
    Array.from({ length: POOL }, (_, at) => (poor.includes(at) ? 0 : 0.95));

  it('an image that looks most like the words stays among the first three, although it has no words', () => {
    const ordered = finalOrder(poolWith([50]), scoresBut([50]), WORDS);
    expect(idsOf(ordered).indexOf('t:50')).toBe(2);
    expect(idsOf(blendScores(poolWith([50]), scoresBut([50]), WORDS)).indexOf('t:50')).toBeGreaterThan(40);
  });

  it('the second and third by sight stay among the first six and nine', () => {
    const ordered = idsOf(finalOrder(poolWith([59, 58, 57]), scoresBut([59, 58, 57]), WORDS));
    expect([59, 58, 57].map((at) => ordered.indexOf(`t:${at}`))).toEqual([2, 5, 8]);
  });

  it('an image that the reranker ranks higher than that keeps its rank', () => {
    const ordered = idsOf(finalOrder(poolWith([0, 40]), scoresBut([]), WORDS));
    expect(ordered.indexOf('t:0')).toBe(0);
    expect(ordered.indexOf('t:40')).toBe(5);
  });

  it('holds every image once with scores that never rise, and equals the blend without ranks by sight', () => {
    const pool = poolWith([59, 3, 41, 20]);
    const ordered = finalOrder(pool, scoresBut([59, 41]).slice(0, 45), WORDS);
    expect(idsOf(ordered).toSorted()).toEqual(idsOf(pool).toSorted());
    const scores = ordered.map(({ score }) => score);
    expect(scores).toEqual(scores.toSorted((a, b) => b - a));
    expect(finalOrder(poolWith([]), scoresBut([1]), WORDS)).toEqual(
      blendScores(poolWith([]), scoresBut([1]), WORDS),
    );
  });
});
