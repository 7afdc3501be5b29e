import type { BillingPeriod } from './billing-period.js';

export type Endpoint = 'search' | 'similar';

/** Whose credits, and what the plan gives them. */
export interface BilledAccount {
  accountId: string;
  /** Credits that the plan gives a period; null gives without a limit. */
  planCredits: number | null;
  billingDay: number;
}

/** The `Idempotency-Key` of a request, and a hash of what was asked under it. */
export interface IdempotencyKey {
  key: string;
  requestHash: Buffer;
}

export interface ReserveRequest extends BilledAccount {
  /** Made before anything is stored, so that an uncertain outcome can be looked up. */
  queryId: string;
  endpoint: Endpoint;
  /** What the fullest answer would cost. */
  credits: number;
  idempotency: IdempotencyKey | null;
}

/** Credits reserved for one search. */
export interface Reservation {
  accountId: string;
  queryId: string;
  reservedAt: Date;
}

/** What names a reservation, also when it is not known whether it was made. */
export type ReleaseRequest = Pick<Reservation, 'accountId' | 'queryId'>;

/** `remaining` is what is left to reserve, packs included; null without a limit. */
export type ReserveOutcome =
  | { outcome: 'reserved'; reservation: Reservation; remaining: number | null }
  | { outcome: 'exhausted'; remaining: number; resetsAt: Date }
  /** The answer that the first request under this key got, as it was stored. */
  | { outcome: 'replay'; answer: Buffer; remaining: number | null }
  | { outcome: 'in_flight' }
  | { outcome: 'mismatch' };

export interface Settlement {
  charged: number;
  assetIds: string[];
  /** To be replayed under the request's key; null when it had none. */
  answer: Buffer | null;
}

export type SettleOutcome =
  | { outcome: 'settled'; remaining: number | null }
  /** It was released before, so nothing was charged. */
  | { outcome: 'expired' };

/** Where credits are kept. Each movement happens whole or not at all. */
export interface Ledger {
  reserve(request: ReserveRequest): Promise<ReserveOutcome>;
  /** Called again for a search that is settled, it says so and charges nothing. */
  settle(reservation: Reservation, settlement: Settlement): Promise<SettleOutcome>;
  /** Releases a reservation; nothing happens when it is settled or gone already. */
  release(reservation: ReleaseRequest): Promise<void>;
}

/** What an account has and had in its present period. */
export interface Balance {
  period: BillingPeriod;
  /** Of the plan and the operator, in this period; null without a limit. */
  granted: number | null;
  /** What this period's searches cost, whatever paid for it. */
  used: number;
  /** Reserved for searches in flight. */
  reserved: number;
  /** Left to reserve, packs included; null without a limit. */
  remaining: number | null;
  /** Left in packs, which do not expire. */
  packs: number;
}

/** One search, as the account that asked may look it up. */
export interface LoggedQuery {
  queryId: string;
  endpoint: Endpoint;
  idempotencyKey: string | null;
  status: 'in_flight' | 'answered' | 'failed';
  charged: number;
  createdAt: Date;
}
