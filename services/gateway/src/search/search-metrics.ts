import { toAppError, type ErrorCode } from '@imagesearch/service-kit/errors';
import type { BilledOutcome } from '../billing/bill-search.js';
import type { Endpoint } from '../billing/ledger.js';
import type { SearchResult } from './result.js';

/** `replayed` repeats an earlier answer; an error code says why there is no answer. */
export type SearchOutcome = 'answered' | 'degraded' | 'replayed' | ErrorCode;

export interface SearchEvents {
  searchEnded(endpoint: Endpoint, outcome: SearchOutcome): void;
  foundNothing(endpoint: Endpoint): void;
  searchTimed(timingMs: SearchResult['timingMs']): void;
  creditsMoved(movement: 'reserved' | 'settled' | 'released', count: number): void;
}

const OUTCOMES = {
  replay: 'replayed',
  exhausted: 'credits_exhausted',
  in_flight: 'idempotency_in_flight',
  mismatch: 'idempotency_mismatch',
} as const satisfies Record<Exclude<BilledOutcome<unknown>['outcome'], 'answered'>, SearchOutcome>;

/** Counts one search exactly once, and the credits that it moves. */
export function searchMetrics(events: SearchEvents, endpoint: Endpoint, credits: number) {
  let isReserved = false;
  let isDegraded = false;
  let hasEnded = false;
  return {
    reserved(): void {
      isReserved = true;
      events.creditsMoved('reserved', credits);
    },
    found({ ranking, timingMs, results }: SearchResult): void {
      isDegraded = ranking === 'degraded';
      if (results.length === 0) events.foundNothing(endpoint);
      events.searchTimed(timingMs);
    },
    ended(billed: BilledOutcome<unknown>): void {
      hasEnded = true;
      if (billed.outcome !== 'answered') {
        events.searchEnded(endpoint, OUTCOMES[billed.outcome]);
        return;
      }
      events.searchEnded(endpoint, isDegraded ? 'degraded' : 'answered');
      events.creditsMoved('settled', billed.charged);
      events.creditsMoved('released', credits - billed.charged);
    },
    failed(error: unknown): void {
      if (hasEnded) return;
      const { code, ctx } = toAppError(error);
      events.searchEnded(endpoint, code);
      // Only the ledger knows whether such a search was settled, so this counter omits it.
      if (isReserved && ctx['billed'] !== 'unknown') events.creditsMoved('released', credits);
    },
  };
}
