import type { TokenPair } from '@imagesearch/models/tokenizer';
import { assertLive, type CallContext } from '@imagesearch/service-kit/call-context';
import { createSemaphore } from '@imagesearch/service-kit/resilience/semaphore';
import { Pace } from '../domain/pace.js';
import { pairWindows, type PairBatch } from '../domain/pair-windows.js';
import type { CrossEncoderModel } from './cross-encoder-model.js';

/** Scores of the first pairs, as many as the deadline leaves time for. @throws AppError when the call is over. */
export type ScoreHead = (pairs: readonly TokenPair[], call: CallContext) => Promise<number[]>;

/** For an answer's way back. */
const ANSWER_MS = 30;

/** Requests alternate batch by batch, and each stops where its next batch would miss its deadline. */
export function createScoreHead(model: CrossEncoderModel): ScoreHead {
  const semaphore = createSemaphore(1);
  const pace = new Pace();

  const runBatch = async (pairs: readonly TokenPair[], { places, tokens }: PairBatch): Promise<number[]> => {
    const startedAt = performance.now();
    const logits = await model.run(places.flatMap((place) => pairs[place] ?? []));
    pace.note(places.length * tokens, performance.now() - startedAt);
    return logits;
  };

  /**
   * The batch's logits in its own turn; nothing when it would miss the deadline. The first one of a request always runs:
   * were a slow moment to stop it, nothing would ever show that the moment is over.
   */
  const inTurn = (pairs: readonly TokenPair[], batch: PairBatch, call: CallContext, isFirst: boolean) =>
    semaphore.run(() => {
      const expectedMs = isFirst ? 0 : pace.expectedMs(batch.places.length * batch.tokens) + ANSWER_MS;
      const isLate = Date.now() + expectedMs >= call.deadlineAt;
      return call.signal.aborted || isLate ? undefined : runBatch(pairs, batch);
    });

  return async (pairs, call) => {
    const scores: number[] = [];
    for (const window of pairWindows(pairs.map(({ ids }) => ids.length))) {
      const scored = new Map<number, number>();
      for (const batch of window) {
        const logits = await inTurn(pairs, batch, call, scores.length + scored.size === 0);
        assertLive(call);
        if (logits === undefined) return scores;
        batch.places.forEach((place, row) => scored.set(place, probabilityOf(logits[row] ?? 0)));
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
