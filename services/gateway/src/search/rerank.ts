import type { CallContext } from '@imagesearch/service-kit/call-context';
import type { Logger } from '@imagesearch/service-kit/logging';
import { neverRising } from './ranking/blend.js';
import type { HydratedCandidate } from './candidate.js';
import { finalOrder } from './ranking/final-order.js';
import type { Reranked, Reranker } from './ports.js';
import type { Ranking } from './result.js';

export interface RankedPool {
  /** In their final order. */
  candidates: HydratedCandidate[];
  ranking: Ranking;
  /** How many candidates the reranker scored. */
  reranked: number;
}

/** Candidates that the reranker scores at most. */
const RERANK_HEAD = 100;

/** The final order of the pool; the order of retrieval when the reranker fails. */
export async function rerank(
  words: string,
  pool: readonly HydratedCandidate[],
  { reranker, logger }: { reranker: Reranker; logger: Logger },
  call: CallContext,
): Promise<RankedPool> {
  const head = pool.slice(0, RERANK_HEAD).map(({ foundAs }) => foundAs);
  let scored: Reranked;
  try {
    scored = await reranker.rerank(words, head, call);
  } catch (error) {
    logger.debug({ err: error, requestId: call.requestId }, 'not reranked; answering in retrieval order');
    return { ...inRetrievalOrder(pool), ranking: 'degraded' };
  }
  const { scores, method } = scored;
  return { candidates: finalOrder(pool, scores), ranking: method, reranked: scores.length };
}

export function inRetrievalOrder(pool: readonly HydratedCandidate[]): RankedPool {
  return { candidates: neverRising(pool), ranking: 'none', reranked: 0 };
}
