import type { TokenPair } from '@imagesearch/models/tokenizer';
import { assertLive, type CallContext } from '@imagesearch/service-kit/call-context';
import { createSemaphore } from '@imagesearch/service-kit/resilience/semaphore';
import type { CrossEncoderModel } from '../domain/cross-encoder-model.js';
import { pairWindows, type PairBatch } from '../domain/pair-windows.js';
import { RunTimeEstimate } from '../domain/run-time-estimate.js';

/**
 * Scores of the first pairs: as many as the budget is expected to last for, at least one, and as many of them as the
 * deadline allows.
 * @throws AppError when the call has ended.
 */
export type ScoreHead = (
  pairs: readonly TokenPair[],
  call: CallContext,
  budgetMs?: number,
) => Promise<number[]>;

const ANSWER_MS = 30;

/** Requests alternate batch by batch. A request stops before a batch that would miss its deadline. */
export function createScoreHead(model: CrossEncoderModel): ScoreHead {
  const semaphore = createSemaphore(1);
  const runTime = new RunTimeEstimate();

  const runBatch = async (
    pairs: readonly TokenPair[],
    { positions, tokens }: PairBatch,
  ): Promise<number[]> => {
    const startedAt = performance.now();
    const logits = await model.run(positions.flatMap((position) => pairs[position] ?? []));
    runTime.observe(positions.length * tokens, performance.now() - startedAt);
    return logits;
  };

  /** Undefined when the deadline would be missed. The first batch always runs, so that the estimate can improve. */
  const runInTime = (
    pairs: readonly TokenPair[],
    batch: PairBatch,
    call: CallContext,
    isFirst: boolean,
  ): Promise<number[] | undefined> => {
    const expectedMs = runTime.expectedMs(batch.positions.length * batch.tokens);
    const isLate = !isFirst && Date.now() + expectedMs >= call.deadlineAt - ANSWER_MS;
    const isOver = call.signal.aborted || Date.now() >= call.deadlineAt;
    return isOver || isLate ? Promise.resolve(undefined) : runBatch(pairs, batch);
  };

  return async (all, call, budgetMs = Infinity) => {
    const until = Date.now() + budgetMs;
    let release = await semaphore.acquire();
    try {
      // Only now: waiting for other requests uses up the budget too, so that many of them share the model.
      const pairs = affordable(all, runTime, until - Date.now());
      const scores: number[] = [];
      for (const window of pairWindows(pairs.map(({ ids }) => ids.length))) {
        const scored = new Map<number, number>();
        for (const batch of window) {
          const isFirst = scores.length + scored.size === 0;
          if (!isFirst) {
            release();
            release = await semaphore.acquire();
          }
          const logits = await runInTime(pairs, batch, call, isFirst);
          assertLive(call);
          if (logits === undefined) return scores;
          batch.positions.forEach((position, row) => scored.set(position, probabilityOf(logits[row] ?? 0)));
        }
        while (scored.has(scores.length)) scores.push(scored.get(scores.length) ?? 0);
      }
      return scores;
    } finally {
      release();
    }
  };
}

function affordable(
  pairs: readonly TokenPair[],
  runTime: RunTimeEstimate,
  budgetMs: number,
): readonly TokenPair[] {
  let leftMs = budgetMs;
  const end = pairs.findIndex(({ ids }, at) => (leftMs -= runTime.expectedMs(ids.length)) < 0 && at > 0);
  return end === -1 ? pairs : pairs.slice(0, end);
}

/** The model was trained to give the logit of "this text answers the query". */
function probabilityOf(logit: number): number {
  return 1 / (1 + Math.exp(-logit));
}
