import { within } from '@imagesearch/service-kit/call-context';
import { toAppError } from '@imagesearch/service-kit/errors';
import type { Logger } from '@imagesearch/service-kit/logging';
import { CircuitOpenError, createCircuitBreaker } from '@imagesearch/service-kit/resilience/circuit-breaker';
import type { Reranker } from '../ports.js';

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
    rerank: async (query, texts, call) => {
      const waitsMs = Math.min(timeoutMs, call.deadlineAt - Date.now() - ANSWER_MS);
      try {
        if (waitsMs <= 0) throw new CircuitOpenError(OPEN);
        const decision = await breaker.run(() => reranker.rerank(query, texts, within(call, waitsMs)));
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
