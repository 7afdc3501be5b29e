import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from '@jest/globals';
import type { TokenPair } from '@imagesearch/models/tokenizer';
import { detachedCall } from '@imagesearch/service-kit/call-context';
import { createScoreHead } from '../src/app/score-head.js';

const PAIR_MS = 5;
const PAIRS: TokenPair[] = Array.from({ length: 60 }, () => ({ ids: [1, 2, 3, 4], typeIds: [0, 0, 1, 1] }));
const call = () => detachedCall(30_000);

/** A model that takes as long as one of real size. */
async function slowModel() {
  const read: number[] = [];
  const scoreHead = createScoreHead({
    run: async (pairs) => {
      read.push(pairs.length);
      await sleep(PAIR_MS * pairs.length);
      return pairs.map(() => 0);
    },
    close: () => Promise.resolve(),
  });
  // As at the start of the service: the first run is the first estimate.
  await scoreHead(PAIRS.slice(0, 1), call());
  read.length = 0;
  return { scoreHead, pairsRead: () => read.reduce((sum, pairs) => sum + pairs, 0) };
}

test('the budget decides how many pairs are read, from the head of the pool', async () => {
  const { scoreHead, pairsRead } = await slowModel();
  const scores = await scoreHead(PAIRS, call(), 12 * PAIR_MS);
  expect(scores.length).toBeGreaterThan(1);
  expect(scores.length).toBeLessThanOrEqual(12);
  expect(pairsRead()).toBe(scores.length);
  expect(await scoreHead(PAIRS, call())).toHaveLength(60);
});

test('a budget for less than one pair reads one, so that the search is ranked and not degraded', async () => {
  const { scoreHead } = await slowModel();
  expect(await scoreHead(PAIRS, call(), 1)).toHaveLength(1);
});

test('of many requests at once each gets scores, and those that waited read less', async () => {
  const { scoreHead, pairsRead } = await slowModel();
  const all = await Promise.all(Array.from({ length: 12 }, () => scoreHead(PAIRS, call(), 12 * PAIR_MS)));
  expect(all.map(({ length }) => length > 0)).toEqual(all.map(() => true));
  expect(pairsRead()).toBeLessThan(12 * 12);
});
