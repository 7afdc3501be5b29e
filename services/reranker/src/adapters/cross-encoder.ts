import type { RerankerModel } from '@imagesearch/models/profile';
import type { SessionSettings } from '@imagesearch/models/session';
import { loadTokenizer, type TokenPair } from '@imagesearch/models/tokenizer';
import { assertLive, detachedCall, overdue } from '@imagesearch/service-kit/call-context';
import { AppError } from '@imagesearch/service-kit/errors';
import { candidateText, type CandidateTexts } from '../domain/candidate-text.js';
import { openCrossEncoderModel } from './cross-encoder-model.js';
import type { Scorer } from '../domain/scorer.js';
import { createScoreHead } from './score-head.js';

export interface CrossEncoderLimits {
  /** Candidates of one request that are scored; the rest keep their place behind. */
  pairsMax: number;
  /** Requests that may be under way; the next one is answered `overloaded`. */
  requestsMax: number;
}

const WARM_UP_TIMEOUT_MS = 60_000;

/** A model that reads query and text together. */
export async function openCrossEncoder(
  { files, tokensMax, padId, lowerCase }: RerankerModel,
  settings: SessionSettings,
  { pairsMax, requestsMax }: CrossEncoderLimits,
): Promise<Scorer> {
  const tokenizer = await loadTokenizer(files.tokenizer, { lowerCase });
  const model = await openCrossEncoderModel(files.model, padId, settings);
  const scoreHead = createScoreHead(model);
  let underWay = 0;

  const pairsOf = (query: string, candidates: readonly CandidateTexts[]): TokenPair[] => {
    // Half of the room is the text's, however long the query is.
    const asked = tokenizer.idsOf(query).slice(0, tokensMax / 2);
    return candidates.map((candidate) =>
      tokenizer.framePair(asked, tokenizer.idsOf(candidateText(candidate)), tokensMax),
    );
  };

  const warm = pairsOf('warm', [{ title: 'warm', tags: [], description: '' }]);
  await scoreHead(warm, detachedCall(WARM_UP_TIMEOUT_MS));
  return {
    method: 'cross_encoder',
    scorer: async (query, candidates, call) => {
      assertLive(call);
      if (underWay >= requestsMax) throw new AppError('overloaded', 'Too many requests; try again shortly.');
      underWay += 1;
      try {
        const scores = await scoreHead(pairsOf(query, candidates.slice(0, pairsMax)), call);
        if (scores.length === 0 && candidates.length > 0) throw overdue();
        return scores;
      } finally {
        underWay -= 1;
      }
    },
    close: () => model.close(),
  };
}
