import type { TokenPair } from '@imagesearch/models/tokenizer';
import { assertLive, type CallContext } from '@imagesearch/service-kit/call-context';
import { createSemaphore } from '@imagesearch/service-kit/resilience/semaphore';
import type { CrossEncoderModel } from '../domain/cross-encoder-model.js';
import { pairWindows, type PairBatch } from '../domain/pair-windows.js';
import { RunTimeEstimate } from '../domain/run-time-estimate.js';

/** Scores of the first pairs, as many as the deadline allows. @throws AppError when the call has ended. */
export type ScoreHead = (pairs: readonly TokenPair[], call: CallContext) => Promise<number[]>;

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
  const runInTime = (pairs: readonly TokenPair[], batch: PairBatch, call: CallContext, isFirst: boolean) =>
    semaphore.run(() => {
      const expectedMs = isFirst ? 0 : runTime.expectedMs(batch.positions.length * batch.tokens) + ANSWER_MS;
      const isLate = Date.now() + expectedMs >= call.deadlineAt;
      return call.signal.aborted || isLate ? undefined : runBatch(pairs, batch);
    });

  return async (pairs, call) => {
    const scores: number[] = [];
    for (const window of pairWindows(pairs.map(({ ids }) => ids.length))) {
      const scored = new Map<number, number>();
      for (const batch of window) {
        const logits = await runInTime(pairs, batch, call, scores.length + scored.size === 0);
        assertLive(call);
        if (logits === undefined) return scores;
        batch.positions.forEach((position, row) => scored.set(position, probabilityOf(logits[row] ?? 0)));
      }
      while (scored.has(scores.length)) scores.push(scored.get(scores.length) ?? 0);
    }
    return scores;
  };
}

/** The model was trained to give the logit of "this text answers the query". */
function probabilityOf(logit: number): number {
  return 1 / (1 + Math.exp(-logit));
}
