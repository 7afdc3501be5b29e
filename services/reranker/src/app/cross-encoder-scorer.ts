import type { TextTokenizer, TokenPair } from '@imagesearch/models/tokenizer';
import { assertLive, detachedCall, overdue } from '@imagesearch/service-kit/call-context';
import { AppError } from '@imagesearch/service-kit/errors';
import { candidateText, type CandidateTexts } from '../domain/candidate-text.js';
import type { CrossEncoderModel } from '../domain/cross-encoder-model.js';
import type { Scorer } from '../domain/scorer.js';
import { createScoreHead } from './score-head.js';

export interface CrossEncoder {
  model: CrossEncoderModel;
  tokenizer: TextTokenizer;
  tokensMax: number;
}

export interface CrossEncoderLimits {
  /** Candidates of one request that are scored; the others keep their rank behind these. */
  pairsMax: number;
  /** Of one request, for waiting and reading; pairs that it does not reach keep their rank behind the others. */
  budgetMs: number;
  /** Requests that run at once; the next one is answered `overloaded`. */
  requestsMax: number;
}

const WARM_UP_TIMEOUT_MS = 60_000;

/** Runs the model once, so that no caller waits for the first run. */
export async function createCrossEncoderScorer(
  { model, tokenizer, tokensMax }: CrossEncoder,
  { pairsMax, budgetMs, requestsMax }: CrossEncoderLimits,
): Promise<Scorer> {
  const scoreHead = createScoreHead(model);
  let running = 0;

  const pairsOf = (query: string, candidates: readonly CandidateTexts[]): TokenPair[] => {
    // A long query leaves half of the tokens to the text.
    const queryIds = tokenizer.idsOf(query).slice(0, tokensMax / 2);
    return candidates.map((candidate) =>
      tokenizer.framePair(queryIds, tokenizer.idsOf(candidateText(candidate)), tokensMax),
    );
  };

  const warm = pairsOf('warm', [{ title: 'warm', tags: [], description: '' }]);
  await scoreHead(warm, detachedCall(WARM_UP_TIMEOUT_MS));
  return {
    method: 'cross_encoder',
    score: async (query, candidates, call) => {
      assertLive(call);
      if (running >= requestsMax) throw new AppError('overloaded', 'Too many requests; try again shortly.');
      running += 1;
      try {
        const pairs = pairsOf(query.words, candidates.slice(0, pairsMax));
        const scores = await scoreHead(pairs, call, budgetMs);
        if (scores.length === 0 && candidates.length > 0) throw overdue();
        return scores;
      } finally {
        running -= 1;
      }
    },
    close: () => model.close(),
  };
}
