import type { RerankerClient } from '@imagesearch/contracts/reranker';
import { within, type CallContext } from '@imagesearch/service-kit/call-context';
import { AppError, toAppError } from '@imagesearch/service-kit/errors';
import type { Logger } from '@imagesearch/service-kit/logging';
import { CircuitOpenError, createCircuitBreaker } from '@imagesearch/service-kit/resilience/circuit-breaker';
import type { Candidate } from './candidate.js';
import type { Hyponyms } from './retrieve.js';

export type RerankMethod = 'lexical' | 'cross_encoder';

export interface Reranked {
  /** 0 to 1, in the order of the texts; only of the first ones when time was short. */
  scores: readonly number[];
  method: RerankMethod;
}

/** What texts are compared with. */
export interface WordsAsked {
  words: string;
  hyponyms: readonly Hyponyms[];
}

export interface Reranker {
  /** @throws AppError when the scores do not arrive in time. */
  rerank(asked: WordsAsked, texts: readonly string[], call: CallContext): Promise<Reranked>;
}

/** How well texts answer the words. */
export interface TextScores {
  /** 0 to 1, by asset id. */
  byId: ReadonlyMap<string, number>;
  /** What they were compared with. */
  words: string;
  method: RerankMethod;
}

/** Undefined when the reranker fails: the answer then has the order of retrieval. */
export async function scoreTexts(
  asked: WordsAsked,
  candidates: readonly Candidate[],
  { reranker, logger }: { reranker: Reranker; logger: Logger },
  call: CallContext,
): Promise<TextScores | undefined> {
  const texts = candidates.map((candidate) => candidate.texts ?? NO_TEXTS);
  try {
    const { scores, method } = await reranker.rerank(asked, texts, call);
    const byId = new Map(scores.map((score, at) => [candidates[at]?.assetId ?? '', score]));
    return { byId, words: asked.words, method };
  } catch (error) {
    logger.debug({ err: error, requestId: call.requestId }, 'not reranked; answering in retrieval order');
    return undefined;
  }
}

const NO_TEXTS = '[]';

export function createReranker(client: Pick<RerankerClient, 'rerank'>): Reranker {
  return {
    async rerank({ words, hyponyms }, texts, call) {
      const { scores, method } = await client.rerank(
        {
          query: words,
          hyponyms: hyponyms.map((ofWord) => ({ ...ofWord, hyponyms: [...ofWord.hyponyms] })),
          candidates: [...texts],
        },
        call,
      );
      if (scores.length > texts.length) {
        throw new AppError('internal', `The reranker scored ${scores.length} of ${texts.length} candidates.`);
      }
      // Out of time before the first one.
      if (scores.length === 0) {
        throw new AppError('dependency_unavailable', 'The reranker scored no candidate.', {
          ctx: { service: 'reranker' },
        });
      }
      return { scores, method: method === 'cross_encoder' ? 'cross_encoder' : 'lexical' };
    },
  };
}

export interface RerankEvents {
  rerankEnded(outcome: 'scored' | 'failed' | 'circuit_open'): void;
  rerankerCircuitChanged(isOpen: boolean): void;
}

export interface GuardRerankerOptions {
  /** How long a search waits for scores. */
  timeoutMs: number;
  /** Failures in a row that open the circuit. */
  failuresMax: number;
  /** How long it stays open. Then one search tries the reranker, and closes the circuit when that succeeds. */
  pauseMs: number;
  events: RerankEvents;
  logger: Logger;
}

/** What a search needs after reranking: to be charged, logged and sent. */
const ANSWER_MS = 250;

/** Each call has its own deadline; after several failures in a row the circuit opens. */
export function guardReranker(reranker: Reranker, options: GuardRerankerOptions): Reranker {
  const { timeoutMs, failuresMax, pauseMs, events, logger } = options;
  const breaker = createCircuitBreaker({
    failuresMax,
    openMs: pauseMs,
    isFailure: isTheRerankers,
    openMessage: OPEN,
    onOpen: () => {
      events.rerankerCircuitChanged(true);
      logger.warn({ failuresMax, pauseMs }, 'the circuit to the reranker is open');
    },
    onClose: () => {
      events.rerankerCircuitChanged(false);
      logger.info('the circuit to the reranker is closed again');
    },
  });
  events.rerankerCircuitChanged(false);

  return {
    rerank: async (asked, texts, call) => {
      const waitsMs = Math.min(timeoutMs, call.deadlineAt - Date.now() - ANSWER_MS);
      try {
        if (waitsMs <= 0) throw new CircuitOpenError(OPEN);
        const decision = await breaker.run(() => reranker.rerank(asked, texts, within(call, waitsMs)));
        events.rerankEnded('scored');
        return decision;
      } catch (error) {
        if (error instanceof CircuitOpenError) events.rerankEnded('circuit_open');
        else {
          events.rerankEnded('failed');
          logger.warn({ err: error, requestId: call.requestId }, 'the reranker failed');
        }
        throw error;
      }
    },
  };
}

const OPEN = 'The reranker is not asked for a moment.';

/** A caller that left, or a pool that the reranker refuses as invalid, says nothing about its health. */
function isTheRerankers(error: Error): boolean {
  const { code } = toAppError(error);
  return code !== 'cancelled' && code !== 'invalid_request';
}
