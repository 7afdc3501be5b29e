import type { CallContext } from '@imagesearch/service-kit/call-context';
import type { Logger } from '@imagesearch/service-kit/logging';
import { neverRising } from './ranking/blend.js';
import type { Candidate, Texts } from './candidate.js';
import { finalOrder } from './ranking/final-order.js';
import type { RerankMethod, Reranker, WordsAsked } from './ports.js';
import type { Ranking } from './result.js';

export interface RankedPool {
  /** In their final order. */
  candidates: Candidate[];
  ranking: Ranking;
  /** How many candidates the reranker scored. */
  reranked: number;
}

/** How well texts answer the words. */
export interface TextScores {
  /** 0 to 1, by asset id. */
  byId: ReadonlyMap<string, number>;
  /** What they were compared with. */
  words: string;
  method: RerankMethod;
}

/** Candidates that the reranker scores at most. */
export const RERANK_HEAD = 100;

/** Undefined when the reranker fails. @param texts Of each candidate, in their order. */
export async function scoreTexts(
  asked: WordsAsked,
  { candidates, texts }: { candidates: readonly Candidate[]; texts: readonly Texts[] },
  { reranker, logger }: { reranker: Reranker; logger: Logger },
  call: CallContext,
): Promise<TextScores | undefined> {
  try {
    const { scores, method } = await reranker.rerank(asked, texts, call);
    return {
      byId: new Map(scores.map((score, at) => [candidates[at]?.assetId ?? '', score])),
      words: asked.words,
      method,
    };
  } catch (error) {
    logger.debug({ err: error, requestId: call.requestId }, 'not reranked; answering in retrieval order');
    return undefined;
  }
}

/** The pool in its final order; without scores in the order of retrieval. */
export function orderPool(pool: readonly Candidate[], scores: TextScores | undefined): RankedPool {
  if (scores === undefined) return { ...inRetrievalOrder(pool), ranking: 'degraded' };
  const { byId, words, method } = scores;
  const scored = pool.filter(({ assetId }) => byId.has(assetId));
  const others = pool.filter(({ assetId }) => !byId.has(assetId));
  const candidates = finalOrder(
    [...scored, ...others],
    scored.map(({ assetId }) => byId.get(assetId) ?? 0),
    words,
  );
  return { candidates, ranking: method, reranked: scored.length };
}

export function inRetrievalOrder(pool: readonly Candidate[]): RankedPool {
  return { candidates: neverRising(pool), ranking: 'none', reranked: 0 };
}
