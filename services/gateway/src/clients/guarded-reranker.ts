import { within } from '@imagesearch/service-kit/call-context';
import { AppError, toAppError } from '@imagesearch/service-kit/errors';
import type { Logger } from '@imagesearch/service-kit/logging';
import {
  circuitBreaker,
  CircuitState,
  ConsecutiveBreaker,
  handleWhen,
  isBrokenCircuitError,
} from 'cockatiel';
import type { Reranker } from '../domain/search/ports.js';
import type { GatewayEvents } from '../events.js';

export interface GuardRerankerOptions {
  /** How long a search waits for a verdict. */
  timeoutMs: number;
  /** Failures in a row after which the reranker is left alone … */
  failuresMax: number;
  /** … for this long; then one search tries it, and the others go on without it until that one has its verdict. */
  pauseMs: number;
  events: Pick<GatewayEvents, 'rerankEnded' | 'rerankerLeftAlone'>;
  logger: Logger;
}

/** What a search needs after reranking: to be charged, logged and sent. */
const ANSWER_MS = 250;

/**
 * A reranker that holds no search up: it has its own deadline within that of the search, and one that keeps failing or
 * being late is no longer waited for until it has recovered.
 */
export function guardReranker(reranker: Reranker, options: GuardRerankerOptions): Reranker {
  const { timeoutMs, failuresMax, pauseMs, events, logger } = options;
  const breaker = circuitBreaker(handleWhen(isTheRerankers), {
    halfOpenAfter: pauseMs,
    breaker: new ConsecutiveBreaker(failuresMax),
  });
  events.rerankerLeftAlone(false);
  breaker.onBreak(() => {
    events.rerankerLeftAlone(true);
    logger.warn({ failuresMax, pauseMs }, 'the reranker is left alone');
  });
  breaker.onReset(() => {
    events.rerankerLeftAlone(false);
    logger.info('the reranker judges again');
  });

  const keepBack = (): AppError => {
    events.rerankEnded('kept_back');
    return new AppError('dependency_unavailable', 'The reranker is left alone for a moment.');
  };

  return {
    rerank: async (query, assets, call) => {
      const waitsMs = Math.min(timeoutMs, call.deadlineAt - Date.now() - ANSWER_MS);
      // While one search tries the reranker, the others do not wait for how that ends.
      if (waitsMs <= 0 || breaker.state === CircuitState.HalfOpen) throw keepBack();
      try {
        const verdict = await breaker.execute(() => reranker.rerank(query, assets, within(call, waitsMs)));
        events.rerankEnded('judged');
        return verdict;
      } catch (error) {
        if (isBrokenCircuitError(error)) throw keepBack();
        events.rerankEnded('failed');
        logger.warn({ err: error, requestId: call.requestId }, 'the reranker failed');
        throw error;
      }
    },
  };
}

/** A caller that went away, and a pool that the reranker refuses for what it is, say nothing of its health. */
function isTheRerankers(error: Error): boolean {
  const { code } = toAppError(error);
  return code !== 'cancelled' && code !== 'invalid_request';
}
