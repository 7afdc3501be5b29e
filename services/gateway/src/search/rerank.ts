import type { RerankerClient } from '@imagesearch/contracts/clients';
import { within, type CallContext } from '@imagesearch/service-kit/call-context';
import { AppError, toAppError } from '@imagesearch/service-kit/errors';
import type { Logger } from '@imagesearch/service-kit/logging';
import { CircuitOpenError, createCircuitBreaker } from '@imagesearch/service-kit/resilience/circuit-breaker';
import type { Candidate } from './candidate.js';
import type { Hyponyms } from './retrieve.js';

/** What texts are compared with. */
export interface WordsAsked {
  words: string;
  hyponyms: readonly Hyponyms[];
}

/** How well texts answer the words. */
export interface TextScores {
  /** 0 to 1, by asset id; only of the first candidates when time was short. */
  byId: ReadonlyMap<string, number>;
  /** What they were compared with. */
  words: string;
  method: 'lexical' | 'cross_encoder';
}

/** Undefined when the scores fail or do not arrive in time: the answer then has the order of retrieval. */
export type Rerank = (
  asked: WordsAsked,
  candidates: readonly Candidate[],
  call: CallContext,
) => Promise<TextScores | undefined>;

export interface RerankEvents {
  rerankEnded(outcome: 'scored' | 'failed' | 'circuit_open'): void;
  rerankerCircuitChanged(isOpen: boolean): void;
}

export interface RerankerOptions {
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
const OPEN = 'The reranker is not asked for a moment.';

/** Each call has its own deadline; after several failures in a row the circuit opens. */
export function createRerank(client: Pick<RerankerClient, 'rerank'>, options: RerankerOptions): Rerank {
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

  return async (asked, candidates, call) => {
    const waitsMs = Math.min(timeoutMs, call.deadlineAt - Date.now() - ANSWER_MS);
    try {
      if (waitsMs <= 0) throw new CircuitOpenError(OPEN);
      const scores = await breaker.run(() => scoresOf(client, asked, candidates, within(call, waitsMs)));
      events.rerankEnded('scored');
      return scores;
    } catch (error) {
      if (error instanceof CircuitOpenError) events.rerankEnded('circuit_open');
      else {
        events.rerankEnded('failed');
        logger.warn(
          { err: error, requestId: call.requestId },
          'the reranker failed; answering in retrieval order',
        );
      }
      return undefined;
    }
  };
}

const NO_TEXTS = '[]';

async function scoresOf(
  client: Pick<RerankerClient, 'rerank'>,
  { words, hyponyms }: WordsAsked,
  candidates: readonly Candidate[],
  call: CallContext,
): Promise<TextScores> {
  const request = {
    query: words,
    hyponyms: hyponyms.map((ofWord) => ({ ...ofWord, hyponyms: [...ofWord.hyponyms] })),
    candidates: candidates.map(({ texts = NO_TEXTS }) => texts),
  };
  const { scores, method } = await client.rerank(request, call);
  if (scores.length > candidates.length) {
    throw new AppError(
      'internal',
      `The reranker scored ${scores.length} of ${candidates.length} candidates.`,
    );
  }
  // Out of time before the first one.
  if (scores.length === 0) {
    throw new AppError('dependency_unavailable', 'The reranker scored no candidate.', {
      ctx: { service: 'reranker' },
    });
  }
  const byId = new Map(scores.map((score, at) => [candidates[at]?.assetId ?? '', score]));
  return { byId, words, method: method === 'cross_encoder' ? 'cross_encoder' : 'lexical' };
}

/** A caller that left, or a pool that the reranker refuses as invalid, says nothing about its health. */
function isTheRerankers(error: unknown): boolean {
  const { code } = toAppError(error);
  return code !== 'cancelled' && code !== 'invalid_request';
}
