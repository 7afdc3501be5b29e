import { describe, expect, it } from '@jest/globals';
import type { Candidate, Similarities } from '../src/search/candidate.js';
import {
  atLeast,
  calibrate,
  cosineFeatures,
  createProfileCurves,
  isotonicRegression,
  logitOf,
  strongScoreOf,
  type ScoreCurves,
} from '../src/search/scores.js';
import { createLogger } from '@imagesearch/service-kit/logging';

const candidate = (similarities: Similarities, rerankScore?: number, score = 1): Candidate => ({
  assetId: 'a:1',
  duplicates: [],
  similarities,
  matched: [],
  rerankScore,
  score,
});
const CURVES: ScoreCurves = {
  words_reranked: { bias: -4, weights: { rerank: 7, caption: 1 } },
  words: { bias: -5, weights: { caption: 7 } },
  image: { bias: -13, weights: { image: 12, image_z: 1 } },
  both: { bias: -1, weights: { words: 0.6, image: 0.3 } },
};
const WORDS = { hasWords: true, hasImage: false, ranking: 'lexical' } as const;
const IMAGE = { hasWords: false, hasImage: true, ranking: 'none' } as const;
const BOTH = { hasWords: true, hasImage: true, ranking: 'lexical' } as const;
const scoresOf = (...args: Parameters<typeof calibrate>) => calibrate(...args).map(({ score }) => score);

describe('a score', () => {
  it('of an image says how alike it is, whatever else was found', () => {
    const unlike = [0.62, 0.6, 0.55].map((image) => candidate({ image }));
    const alike = [0.999, 0.97, 0.55].map((image) => candidate({ image }));
    expect(Math.max(...scoresOf(unlike, IMAGE, CURVES))).toBeLessThan(0.05);
    const [copy = 0, kin = 0, other = 1] = scoresOf(alike, IMAGE, CURVES);
    expect(copy).toBeGreaterThan(0.9);
    expect(kin).toBeGreaterThan(0.5);
    expect(other).toBe(scoresOf(unlike, IMAGE, CURVES).at(-1));
  });

  it('of the image itself and of one that contains it is 1, and the others keep theirs', () => {
    const others = [0.999, 0.97].map((image) => candidate({ image }));
    for (const known of [{ isSameImage: true }, { containsImage: true }]) {
      const pool = [{ ...candidate({ image: 0.4 }), ...known }, ...others];
      expect(scoresOf(pool, IMAGE, CURVES)).toEqual([1, ...scoresOf(others, IMAGE, CURVES)]);
    }
  });

  it('of words is high for what the texts say, and low for nonsense', () => {
    expect(scoresOf([candidate({ caption: 0.8 }, 1)], WORDS, CURVES)[0]).toBeGreaterThan(0.9);
    expect(scoresOf([candidate({ caption: 0.2 }, 0)], WORDS, CURVES)[0]).toBeLessThan(0.05);
    // Nothing is known of the words but that the texts hold them.
    expect(scoresOf([candidate({}, 1)], WORDS, CURVES)[0]).toBeGreaterThan(0.9);
  });

  it('of both is high only where the words and the image agree', () => {
    const score = (image: number, rerank: number) =>
      scoresOf([candidate({ image, caption: 0.5 }, rerank)], BOTH, CURVES)[0] ?? 0;
    expect(score(0.99, 1)).toBeGreaterThan(score(0.99, 0));
    expect(score(0.99, 1)).toBeGreaterThan(score(0.4, 1));
    expect(score(0.4, 0)).toBeLessThan(0.05);
  });

  it('of a model that compares words with pixels counts the better of texts and pixels', () => {
    const [seen = 0] = scoresOf([candidate({ sight: 0.35, caption: 0 }, 0)], WORDS, CURVES);
    expect(seen).toBeGreaterThan(0.9);
  });

  it('of a cross-encoder is its own, and without a reranker that of the captions', () => {
    expect(
      scoresOf([candidate({ caption: 0 }, 0.73)], { ...WORDS, ranking: 'cross_encoder' }, CURVES),
    ).toEqual([0.73]);
    const degraded = { ...WORDS, ranking: 'degraded' } as const;
    const [byCaption] = scoresOf([candidate({ caption: 0.9 })], degraded, CURVES);
    expect(byCaption).toBeCloseTo(1 / (1 + Math.exp(-1.3)), 5);
    expect(scoresOf([candidate({}, undefined, 0.4)], degraded, CURVES)).toEqual([0.4]);
  });

  it.each([
    [BOTH, 0.1],
    [WORDS, 0.4],
    [IMAGE, 0.2],
    [{ hasWords: false, hasImage: false }, null],
  ])('of %j is strong from %j', (compared, strong) => {
    expect(strongScoreOf(compared)).toBe(strong);
  });

  it('has six decimals, so that a bound that was read in an answer lets its result through', () => {
    const pool = [candidate({}, 0.731234567)];
    expect(scoresOf(pool, { ...WORDS, ranking: 'cross_encoder' }, CURVES)).toEqual([0.731235]);
  });

  it('of pixels is by the curve of the profile, or else by the default', () => {
    const pixels = [candidate({ sight: 0.3, caption: 0 }, 0)];
    const own = { ...CURVES, sight: { bias: 0, weights: { sight: 0 } } };
    expect(scoresOf(pixels, WORDS, own)).toEqual([0.5]);
    expect(scoresOf(pixels, WORDS, CURVES)[0]).toBeCloseTo(1 / (1 + Math.exp(6 - 30 * 0.3)), 5);
    const degraded = { ...WORDS, ranking: 'degraded' } as const;
    const [byCaption] = scoresOf([candidate({ caption: 0.8 })], degraded, {});
    expect(byCaption).toBeCloseTo(1 / (1 + Math.exp(6 - 10 * 0.8)), 5);
  });

  it('is finite at the ends of every scale', () => {
    for (const end of [0, 1]) expect(Math.abs(logitOf(end))).toBeCloseTo(Math.log(9_999), 5);
    for (const end of [-1, 1])
      expect(Math.abs(cosineFeatures('image', end)['image_z'] ?? 0)).toBeCloseTo(3.8, 1);
  });

  it('of filters alone stays as it is, and a profile without curves has the defaults', () => {
    expect(scoresOf([candidate({}, undefined, 1)], { ...IMAGE, hasImage: false }, CURVES)).toEqual([1]);
    const scores = scoresOf(
      [0.99, 0.75, 0.4].map((image) => candidate({ image })),
      IMAGE,
      {},
    );
    expect(scores.map((score) => Math.round(score * 10) / 10)).toEqual([0.9, 0.5, 0]);
  });

  it('of an image outside of a list is that of the last one in it', () => {
    const [last, outside] = scoresOf([candidate({ image: 0.97 }), candidate({})], IMAGE, CURVES);
    expect(outside).toBe(last);
  });

  it('stays within 0 and 1 and never rises, for any similarities, and the order stays', () => {
    const pool = Array.from({ length: 300 }, (_, at) => ({
      ...candidate(
        { image: at === 0 ? 5 : Math.sin(at * 7), caption: Math.cos(at * 3), sight: Math.sin(at) },
        ((at * 37) % 100) / 100,
      ),
      assetId: `a:${at}`,
    }));
    for (const compared of [WORDS, IMAGE, BOTH]) {
      const scored = calibrate(pool, compared, CURVES);
      expect(scored.map(({ assetId }) => assetId)).toEqual(pool.map(({ assetId }) => assetId));
      const scores = scored.map(({ score }) => score);
      expect(scores).toEqual(scores.toSorted((a, b) => b - a));
      expect(Math.max(...scores)).toBeLessThanOrEqual(1);
      expect(Math.min(...scores)).toBeGreaterThanOrEqual(0);
      expect(atLeast('auto', 0.4, scored)).toEqual(scored.filter(({ score }) => score >= 0.4));
      expect(atLeast(0.5, 0.4, scored)).toEqual(scored.filter(({ score }) => score >= 0.5));
    }
  });
});

describe('numbers that never rise', () => {
  it.each([
    { values: [], nearest: [] },
    { values: [0.9, 0.5, 0.1], nearest: [0.9, 0.5, 0.1] },
    { values: [0.9, 0.2, 0.4, 0.3], nearest: [0.9, 0.3, 0.3, 0.3] },
    { values: [0, 0, 0.6], nearest: [0.2, 0.2, 0.2] },
  ])('of $values are $nearest', ({ values, nearest }) => {
    expect(isotonicRegression(values).map((value) => Number(value.toFixed(9)))).toEqual(nearest);
  });
});

describe('the curves of the running profile', () => {
  const logger = createLogger({ service: 'scores-test', level: 'silent' });
  const answering = (answers: (object | Error)[]) => {
    let asked = 0;
    let now = 1;
    const curves = createProfileCurves(
      {
        describeModel: () => {
          const answer = answers[Math.min(asked, answers.length - 1)];
          asked += 1;
          return answer instanceof Error ? Promise.reject(answer) : Promise.resolve(answer as never);
        },
      },
      logger,
      () => now,
    );
    return { curves, asked: () => asked, pass: (ms: number) => (now += ms) };
  };
  const KNOWN = { scoreCurves: { ...CURVES, other: { bias: 1, weights: {} } } };

  it('are asked for once a minute, by many searches at once, without those of another release', async () => {
    const { curves, asked, pass } = answering([KNOWN]);
    expect(await Promise.all(Array.from({ length: 50 }, curves))).toEqual(Array(50).fill(CURVES));
    expect(asked()).toBe(1);
    pass(59_000);
    await curves();
    expect(asked()).toBe(1);
    pass(1_001);
    await curves();
    expect(asked()).toBe(2);
  });

  it('stay the last known ones while the service does not answer, and nothing is thrown', async () => {
    const { curves, pass } = answering([KNOWN, new Error('unavailable')]);
    for (let at = 0; at < 4; at += 1) {
      expect(await curves()).toEqual(CURVES);
      pass(60_001);
    }
    const { curves: none } = answering([new Error('unavailable')]);
    expect(await none()).toEqual({});
  });
});
