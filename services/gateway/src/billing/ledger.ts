import type { BillingPeriod } from './balance.js';

export type Endpoint = 'search' | 'similar';

export interface BilledAccount {
  accountId: string;
  /** Credits of the plan per period; null for no limit. */
  planCredits: number | null;
  billingDay: number;
}

export interface IdempotencyKey {
  key: string;
  requestHash: Buffer;
}

export interface ReserveRequest extends BilledAccount {
  /** The caller makes it, so that it can look up an uncertain outcome. */
  queryId: string;
  endpoint: Endpoint;
  /** The key that the search is made with. */
  keyId: string;
  /** Cost of a complete answer. */
  credits: number;
  idempotency: IdempotencyKey | null;
}

export interface Reservation {
  accountId: string;
  queryId: string;
  reservedAt: Date;
}

/** Identifies a reservation, also while it is unknown whether it was made. */
export type ReleaseRequest = Pick<Reservation, 'accountId' | 'queryId'>;

/** `remaining`: credits left to reserve, packs included; null without a limit. */
export type ReserveOutcome =
  | { outcome: 'reserved'; reservation: Reservation; remaining: number | null }
  | { outcome: 'exhausted'; remaining: number; resetsAt: Date }
  /** The stored answer to the first request with this key. */
  | { outcome: 'replay'; answer: Buffer; remaining: number | null }
  | { outcome: 'in_flight' }
  | { outcome: 'mismatch' };

export interface Settlement {
  charged: number;
  assetIds: string[];
  /** For replays of the request's key; null without a key. */
  answer: Buffer | null;
}

export type SettleOutcome =
  | { outcome: 'settled'; remaining: number | null }
  /** The reservation was released before, so nothing is charged. */
  | { outcome: 'expired' };

/** Moves credits. Each movement is atomic. */
export interface Ledger {
  reserve(request: ReserveRequest): Promise<ReserveOutcome>;
  /** A second call for a settled search answers `settled` and charges nothing. */
  settle(reservation: Reservation, settlement: Settlement): Promise<SettleOutcome>;
  /** Releases a reservation; does nothing when it is already settled or released. */
  release(reservation: ReleaseRequest): Promise<void>;
}

/** The credits of an account in its current period. */
export interface Balance {
  period: BillingPeriod;
  /** From the plan and the operator, in this period; null without a limit. */
  granted: number | null;
  /** Cost of this period's searches, paid by the plan or by packs. */
  used: number;
  /** Reserved for searches in flight. */
  reserved: number;
  /** Left to reserve, packs included; null without a limit. */
  remaining: number | null;
  /** Left in packs, which do not expire. */
  packs: number;
}
