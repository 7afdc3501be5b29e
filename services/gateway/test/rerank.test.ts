import { describe, expect, it, jest } from '@jest/globals';
import { setTimeout as delay } from 'node:timers/promises';
import { detachedCall, type CallContext } from '@imagesearch/service-kit/call-context';
import { AppError, type ErrorCode } from '@imagesearch/service-kit/errors';
import { createLogger } from '@imagesearch/service-kit/logging';
import { createReranker, guardReranker, type Reranked, type Reranker } from '../src/search/rerank.js';

const PAUSE_MS = 120;
const VERDICT: Reranked = { scores: [], method: 'lexical' };

/** A guarded reranker that answers as told, and what became of each call. */
function guarded(answer: (call: CallContext) => Promise<Reranked>) {
  const calls: CallContext[] = [];
  const outcomes: string[] = [];
  const openings: boolean[] = [];
  const bare: Reranker = {
    rerank: (_query, _assets, call) => {
      calls.push(call);
      return answer(call);
    },
  };
  const reranker = guardReranker(bare, {
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
    reranker.rerank({ words: 'dog', hyponyms: [] }, [], detachedCall(timeoutMs));
  return { rerank, calls, outcomes, openings };
}
const failing = (code: ErrorCode) => () => Promise.reject(new AppError(code, 'No.'));

it.each([
  ['no score', [], 'dependency_unavailable'],
  ['more scores than texts', [0.9, 0.8], 'internal'],
])('a reranker that answers %s has failed', async (_name, scores, code) => {
  const bare = createReranker({ rerank: () => Promise.resolve({ scores, method: 'lexical' }) });
  const asked = bare.rerank({ words: 'dog', hyponyms: [] }, ['["a dog"]'], detachedCall(1_000));
  await expect(asked).rejects.toMatchObject({ code });
});

describe('a guarded reranker', () => {
  it('has its own deadline, and leaves the search time to answer', async () => {
    const { rerank, calls } = guarded(() => Promise.resolve(VERDICT));
    jest.useFakeTimers({ now: 0, doNotFake: ['nextTick', 'queueMicrotask', 'setImmediate'] });
    try {
      await rerank();
      await rerank(800);
    } finally {
      jest.useRealTimers();
    }
    expect(calls.map(({ deadlineAt }) => deadlineAt)).toEqual([1_000, 550]);
  });

  it('is not asked when the search has no time left for its answer', async () => {
    const { rerank, calls, outcomes } = guarded(() => Promise.resolve(VERDICT));
    await expect(rerank(100)).rejects.toMatchObject({ code: 'dependency_unavailable' });
    expect({ asked: calls.length, outcomes }).toEqual({ asked: 0, outcomes: ['circuit_open'] });
  });

  it('opens its circuit for a pause after three failures in a row', async () => {
    const { rerank, calls, openings } = guarded(failing('deadline_exceeded'));
    for (let failure = 0; failure < 3; failure += 1) await expect(rerank()).rejects.toThrow();
    await expect(rerank()).rejects.toMatchObject({ code: 'dependency_unavailable' });
    expect(calls).toHaveLength(3);
    await delay(PAUSE_MS + 20);
    await expect(rerank()).rejects.toMatchObject({ code: 'deadline_exceeded' });
    expect(openings).toContain(true);
  });

  it('does not count cancelled calls and invalid requests as failures', async () => {
    for (const code of ['cancelled', 'invalid_request'] as const) {
      const { rerank, calls } = guarded(failing(code));
      for (let failure = 0; failure < 6; failure += 1) await expect(rerank()).rejects.toMatchObject({ code });
      expect(calls).toHaveLength(6);
    }
  });
});
