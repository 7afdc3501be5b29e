import { describe, expect, test } from '@jest/globals';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { joinTexts } from '@imagesearch/contracts/candidate-texts';
import { loadTokenizer } from '@imagesearch/models/tokenizer';
import { detachedCall } from '@imagesearch/service-kit/call-context';
import { NETWORKS } from '@imagesearch/testkit/models/hub-models';
import {
  candidateText,
  createCrossEncoderScorer,
  openCrossEncoderModel,
  type CrossEncoderModel,
} from '../src/cross-encoder.js';

const asked = (words: string) => ({ words, hyponyms: new Map() });

const call = (timeoutMs = 60_000, signal?: AbortSignal) => detachedCall(timeoutMs, signal);
const session = { threads: 2, device: 'cpu' } as const;

/** A network that takes so long for each token. */
const slow = (model: CrossEncoderModel, tokenMs: number): CrossEncoderModel => ({
  ...model,
  run: async (pairs) => {
    await delay(tokenMs * pairs.reduce((sum, { ids }) => sum + ids.length, 0));
    return model.run(pairs);
  },
});

const open = async (tokenMs = 0) => {
  const model = await openCrossEncoderModel(join(NETWORKS, 'cross-encoder.onnx'), 0, session);
  return scorerOf(tokenMs === 0 ? model : slow(model, tokenMs));
};
const scorerOf = async (model: CrossEncoderModel, budgetMs = 60_000) => {
  const tokenizer = await loadTokenizer(join(NETWORKS, 'words.json'), { lowerCase: true });
  return createCrossEncoderScorer({ model, tokenizer, tokensMax: 128 }, budgetMs);
};
const candidates = (count: number, words = 1): string[] =>
  Array.from({ length: count }, (_, at) =>
    joinTexts({
      title: `picture ${at}`,
      tags: ['dog', 'tree'].slice(0, at % 3),
      description: 'a word '.repeat((at * words) % 40),
    }),
  );

describe('a cross-encoder', () => {
  test('gives the same scores, from 0 to 1, alone and in a batch', async () => {
    const scorer = await open();
    try {
      const pool = candidates(75, 7);
      const scores = await scorer.score(asked('a red dog'), pool, call());
      expect(scores).toHaveLength(75);
      for (const at of [0, 15, 16, 40, 74]) {
        const [alone = Number.NaN] = await scorer.score(asked('a red dog'), pool.slice(at, at + 1), call());
        expect(scores[at]).toBeCloseTo(alone, 5);
        expect(alone).toBeGreaterThan(0);
        expect(alone).toBeLessThan(1);
      }
      expect(new Set(scores.map((score) => score.toFixed(4))).size).toBeGreaterThan(10);
    } finally {
      await scorer.close();
    }
  });

  test('reads query and text: changing either changes the score; a long query leaves room for the text', async () => {
    const scorer = await open();
    const scoreOf = async (query: string, title: string) =>
      (await scorer.score(asked(query), [JSON.stringify([title])], call()))[0] ?? 0;
    try {
      const score = await scoreOf('dog', 'cat');
      expect(Math.abs(score - (await scoreOf('dog', 'house')))).toBeGreaterThan(1e-4);
      expect(Math.abs(score - (await scoreOf('tree', 'cat')))).toBeGreaterThan(1e-4);
      const long = 'x'.repeat(1_000).replace(/..../g, '$& ');
      expect(Math.abs((await scoreOf(long, 'cat')) - (await scoreOf(long, 'house')))).toBeGreaterThan(1e-5);
    } finally {
      await scorer.close();
    }
  });

  test('requests alternate: a short one does not wait for a long one, and a cancelled one stops', async () => {
    const scorer = await open(0.2);
    try {
      const cancelled = new AbortController();
      const finished: string[] = [];
      const long = scorer
        .score(asked('dog'), candidates(400, 39), call(60_000, cancelled.signal))
        .finally(() => finished.push('long'));
      const short = scorer.score(asked('cat'), candidates(5), call()).finally(() => finished.push('short'));
      expect(await short).toHaveLength(5);
      expect(finished).toEqual(['short']);
      cancelled.abort();
      await expect(long).rejects.toMatchObject({ code: 'cancelled' });
      expect(await scorer.score(asked('tree'), candidates(3), call())).toHaveLength(3);
    } finally {
      await scorer.close();
    }
  }, 120_000);
});

test('a candidate is read title first, and a missing field adds nothing', () => {
  expect(candidateText({ title: 'Dog', tags: ['animal', 'pet'], description: 'Runs.' })).toBe(
    'Dog · animal, pet · Runs.',
  );
  expect(candidateText({ title: '', tags: [], description: ' ' })).toBe('');
});

const PAIR_MS = 5;
/** A model that takes as long as one of real size, and how many pairs each of its runs has. */
async function openSlow(budgetMs: number) {
  const runs: number[] = [];
  const scorer = await scorerOf(
    {
      run: async (pairs) => {
        runs.push(pairs.length);
        await delay(PAIR_MS * pairs.length);
        return pairs.map(() => 0);
      },
      close: () => Promise.resolve(),
    },
    budgetMs,
  );
  runs.length = 0;
  return { scorer, runs };
}

test.each([
  ['decides how many candidates are read, from the head of the pool', 12 * PAIR_MS, [8]],
  ['that is used up reads one, so that the search is ranked and not degraded', 0, [1]],
])('the budget %s', async (_what, budgetMs, expected) => {
  const { scorer, runs } = await openSlow(budgetMs);
  expect(await scorer.score(asked('dog'), candidates(60), call())).toHaveLength(expected[0] ?? 0);
  expect(runs).toEqual(expected);
  expect(await scorer.score(asked('dog'), [], call())).toEqual([]);
});
