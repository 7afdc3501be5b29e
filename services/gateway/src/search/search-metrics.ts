import { toAppError } from '@imagesearch/service-kit/errors';
import type { BilledOutcome } from '../billing/bill-search.js';
import type { Endpoint } from '../billing/ledger.js';
import type { SearchResult } from './result.js';
import type { GatewayEvents, SearchOutcome } from '../events.js';

const OUTCOMES = {
  replay: 'replayed',
  exhausted: 'credits_exhausted',
  in_flight: 'idempotency_in_flight',
  mismatch: 'idempotency_mismatch',
} as const satisfies Record<Exclude<BilledOutcome<unknown>['outcome'], 'answered'>, SearchOutcome>;

/** Counts one search exactly once, and the credits that it moves. */
export function searchMetrics(events: GatewayEvents, endpoint: Endpoint, credits: number) {
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
