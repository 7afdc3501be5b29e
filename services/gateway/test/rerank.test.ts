import { describe, expect, it, jest } from '@jest/globals';
import { setTimeout as delay } from 'node:timers/promises';
import { detachedCall, type CallContext } from '@imagesearch/service-kit/call-context';
import { AppError, type ErrorCode } from '@imagesearch/service-kit/errors';
import { createLogger } from '@imagesearch/service-kit/logging';
import type { Candidate } from '../src/search/candidate.js';
import { createRerank } from '../src/search/rerank.js';

const PAUSE_MS = 120;
const DOG: Candidate = {
  assetId: 'a:1',
  score: 1,
  similarities: {},
  matched: [],
  duplicates: [],
  texts: '["a dog"]',
};
const VERDICT = { scores: [0.9], method: 'lexical' };

/** A reranker over a service that answers as told, and what became of each call. */
function guarded(answer: () => Promise<typeof VERDICT>) {
  const calls: CallContext[] = [];
  const outcomes: string[] = [];
  const openings: boolean[] = [];
  const client = {
    rerank: (_request: unknown, call: CallContext) => {
      calls.push(call);
      return answer();
    },
  };
  const score = createRerank(client, {
    timeoutMs: 1_000,
    failuresMax: 3,
    pauseMs: PAUSE_MS,
    events: {
      rerankEnded: (outcome) => outcomes.push(outcome),
      rerankerCircuitChanged: (isOpen) => openings.push(isOpen),
    },
    logger: createLogger({ service: 'test', level: 'silent' }),
  });
  const rerank = (timeoutMs = 10_000) =>
    score({ words: 'dog', hyponyms: [] }, [DOG], detachedCall(timeoutMs));
  return { rerank, calls, outcomes, openings };
}
const failing = (code: ErrorCode) => () => Promise.reject(new AppError(code, 'No.'));

it.each([
  ['no score', []],
  ['more scores than texts', [0.9, 0.8]],
])('a reranker that answers %s has failed', async (_name, scores) => {
  const { rerank, outcomes } = guarded(() => Promise.resolve({ scores, method: 'lexical' }));
  expect(await rerank()).toBeUndefined();
  expect(outcomes).toEqual(['failed']);
});

describe('a guarded reranker', () => {
  it('has its own deadline, and leaves the search time to answer', async () => {
    const { rerank, calls } = guarded(() => Promise.resolve(VERDICT));
    jest.useFakeTimers({ now: 0, doNotFake: ['nextTick', 'queueMicrotask', 'setImmediate'] });
    try {
      expect(await rerank()).toMatchObject({ words: 'dog', byId: new Map([['a:1', 0.9]]) });
      await rerank(800);
    } finally {
      jest.useRealTimers();
    }
    expect(calls.map(({ deadlineAt }) => deadlineAt)).toEqual([1_000, 550]);
  });

  it('is not asked when the search has no time left for its answer', async () => {
    const { rerank, calls, outcomes } = guarded(() => Promise.resolve(VERDICT));
    expect(await rerank(100)).toBeUndefined();
    expect({ asked: calls.length, outcomes }).toEqual({ asked: 0, outcomes: ['circuit_open'] });
  });

  it('opens its circuit for a pause after three failures in a row', async () => {
    const { rerank, calls, outcomes, openings } = guarded(failing('deadline_exceeded'));
    for (let failure = 0; failure < 4; failure += 1) expect(await rerank()).toBeUndefined();
    expect(calls).toHaveLength(3);
    await delay(PAUSE_MS + 20);
    await rerank();
    expect(outcomes).toEqual(['failed', 'failed', 'failed', 'circuit_open', 'failed']);
    expect(openings).toContain(true);
  });

  it('does not count cancelled calls and invalid requests as failures', async () => {
    for (const code of ['cancelled', 'invalid_request'] as const) {
      const { rerank, calls } = guarded(failing(code));
      for (let failure = 0; failure < 6; failure += 1) await rerank();
      expect(calls).toHaveLength(6);
    }
  });
});
