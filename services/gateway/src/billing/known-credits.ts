import { LRUCache } from 'lru-cache';
import type { ReserveRequest } from './ledger.js';

const ACCOUNTS_MAX = 10_000;
/** Searches that an account must be able to pay for, as far as this process knows. Other processes spend credits too. */
const SEARCHES_LEFT = 100;

/**
 * What the last movement of each account left to reserve. It decides only whether work is likely to be paid for; the ledger
 * alone decides whether it is.
 */
export class KnownCredits {
  /** Infinite without a limit. */
  readonly #remaining = new LRUCache<string, number>({ max: ACCOUNTS_MAX });

  moved(accountId: string, remaining: number | null): void {
    this.#remaining.set(accountId, remaining ?? Infinity);
  }

  /** A request with an Idempotency-Key may have been answered before. */
  areAmpleFor({ accountId, credits, idempotency }: ReserveRequest): boolean {
    return idempotency === null && (this.#remaining.get(accountId) ?? 0) >= credits * SEARCHES_LEFT;
  }
}
