import { joinTexts, splitTexts, type CandidateTexts } from '@imagesearch/contracts/candidate-texts';
import type { TextTokenizer, TokenPair } from '@imagesearch/models/tokenizer';
import { assertLive, detachedCall, type CallContext } from '@imagesearch/service-kit/call-context';
import { createSemaphore } from '@imagesearch/service-kit/resilience/semaphore';
import { openSession, tokenFeeds, type SessionSettings } from '@imagesearch/models/session';
import type { Scorer } from './scorer.js';

interface CrossEncoder {
  model: CrossEncoderModel;
  tokenizer: TextTokenizer;
  tokensMax: number;
}

/** Runs the model once, so that no caller waits for the first run. */
export async function createCrossEncoderScorer(parts: CrossEncoder, budgetMs: number): Promise<Scorer> {
  const scoreHead = createScoreHead(parts);
  const warm = joinTexts({ title: 'warm', tags: [], description: '' });
  await scoreHead('warm', [warm], detachedCall(WARM_UP_TIMEOUT_MS), Infinity);
  return {
    method: 'cross_encoder',
    score: ({ words }, candidates, call) => scoreHead(words, candidates, call, budgetMs),
    close: () => parts.model.close(),
  };
}

const WARM_UP_TIMEOUT_MS = 60_000;

/**
 * Scores of the first candidates: as many as the budget, for waiting and reading, and the deadline allow, at least one. The others
 * keep their rank behind these.
 * @throws AppError when the call has ended.
 */
type ScoreHead = (
  words: string,
  candidates: readonly string[],
  call: CallContext,
  budgetMs: number,
) => Promise<number[]>;

const ANSWER_MS = 30;
/** Pairs of one run: a larger batch is hardly faster, and a run cannot be stopped. */
const BATCH_PAIRS = 8;

/** Requests alternate batch by batch. A request ends before a batch that would take too long, by the time of its last one. */
function createScoreHead({ model, tokenizer, tokensMax }: CrossEncoder): ScoreHead {
  const turns = createSemaphore(1);
  return async (words, candidates, call, budgetMs) => {
    // A long query leaves half of the tokens to the text.
    const queryIds = tokenizer.idsOf(words).slice(0, tokensMax / 2);
    const pairOf = (texts: string): TokenPair =>
      tokenizer.framePair(queryIds, tokenizer.idsOf(candidateText(splitTexts(texts))), tokensMax);
    const until = Math.min(Date.now() + budgetMs, call.deadlineAt - ANSWER_MS);
    const scores: number[] = [];
    let batchMs = 0;
    while (scores.length < candidates.length) {
      const logits = await turns.run(async () => {
        assertLive(call);
        const startedAt = Date.now();
        // Waiting for other requests uses up the time too, so that many of them share the model.
        if (scores.length > 0 && startedAt + batchMs >= until) return [];
        const size = startedAt >= until ? 1 : BATCH_PAIRS;
        const answered = await model.run(candidates.slice(scores.length, scores.length + size).map(pairOf));
        batchMs = Date.now() - startedAt;
        return answered;
      });
      assertLive(call);
      if (logits.length === 0) break;
      scores.push(...logits.map(probabilityOf));
    }
    return scores;
  };
}

/** The model was trained to give the logit of "this text answers the query". */
function probabilityOf(logit: number): number {
  return 1 / (1 + Math.exp(-logit));
}

/** The text that the model reads. The most important part comes first, because the end may be cut off. */
export function candidateText({ title, tags, description }: CandidateTexts): string {
  return [title, tags.join(', '), description].filter((part) => part.trim() !== '').join(' · ');
}

export interface CrossEncoderModel {
  /** One logit for each pair, in the order given. */
  run(pairs: readonly TokenPair[]): Promise<number[]>;
  close(): Promise<void>;
}

/** Opens a cross-encoder: `input_ids`, `attention_mask`, `token_type_ids` [N, tokens] → `logits` [N, 1]. */
export async function openCrossEncoderModel(
  path: string,
  padId: number,
  settings: SessionSettings,
): Promise<CrossEncoderModel> {
  const session = await openSession(path, settings);
  return {
    run: async (pairs) => {
      const tokens = Math.max(...pairs.map(({ ids }) => ids.length));
      const { logits } = await session.run(tokenFeeds(session, pairs, tokens, padId));
      if (!(logits?.data instanceof Float32Array) || logits.data.length !== pairs.length) {
        throw new Error('The cross-encoder did not return one number for each pair.');
      }
      return Array.from(logits.data);
    },
    close: () => session.release(),
  };
}
