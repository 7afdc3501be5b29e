import type { Database } from '@imagesearch/service-kit/postgres/database';
import { billingPeriodAt } from './billing-period.js';
import type {
  BilledAccount,
  Ledger,
  ReserveOutcome,
  ReserveRequest,
  Reservation,
  Settlement,
  SettleOutcome,
} from './ledger.js';

export const FILES_LIFETIME_MS = 24 * 60 * 60_000;
/** How long an answer can be replayed for its Idempotency-Key. */
const ANSWER_LIFETIME_MS = 24 * 60 * 60_000;

export interface LedgerOptions {
  now: () => Date;
  /** Far above the deadline of any request, so that a reservation expires only after its gateway crashed. */
  reservationLifetimeMs: number;
}

interface ReserveRow {
  outcome: ReserveOutcome['outcome'];
  remaining: number | null;
  resets_at: Date;
  answer: Buffer | null;
}

/** Keeps credits in Postgres. Every movement is one call of a function in `sql/`. */
export class CreditLedger implements Ledger {
  readonly #database: Database;
  readonly #now: () => Date;
  readonly #lifetimeMs: number;

  constructor(database: Database, { now, reservationLifetimeMs }: LedgerOptions) {
    this.#database = database;
    this.#now = now;
    this.#lifetimeMs = reservationLifetimeMs;
  }

  async reserve(request: ReserveRequest): Promise<ReserveOutcome> {
    const { accountId, queryId, endpoint, credits, idempotency } = request;
    const reservedAt = this.#now();
    const { rows } = await this.#database.query<ReserveRow>(
      'SELECT * FROM gateway.reserve_credits($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)',
      [
        ...walletArguments(request, reservedAt),
        queryId,
        endpoint,
        credits,
        reservedAt,
        new Date(reservedAt.getTime() + this.#lifetimeMs),
        idempotency?.key ?? null,
        idempotency?.requestHash ?? null,
      ],
    );
    const { outcome, remaining, resets_at: resetsAt, answer } = single(rows);
    switch (outcome) {
      case 'reserved':
        return { outcome, reservation: { accountId, queryId, reservedAt }, remaining };
      case 'exhausted':
        return { outcome, remaining: remaining ?? 0, resetsAt };
      case 'replay':
        if (!answer) throw new Error('a replayed idempotency record holds no answer');
        return { outcome, answer, remaining };
      case 'in_flight':
      case 'mismatch':
        return { outcome };
    }
  }

  async settle(reservation: Reservation, { charged, assetIds, answer }: Settlement): Promise<SettleOutcome> {
    const now = this.#now();
    const { rows } = await this.#database.query<{
      outcome: SettleOutcome['outcome'];
      remaining: number | null;
    }>('SELECT * FROM gateway.settle_query($1, $2, $3, $4, $5, $6, $7, $8, $9)', [
      reservation.accountId,
      reservation.queryId,
      reservation.reservedAt,
      charged,
      assetIds,
      new Date(now.getTime() + FILES_LIFETIME_MS),
      answer,
      new Date(now.getTime() + ANSWER_LIFETIME_MS),
      now,
    ]);
    const { outcome, remaining } = single(rows);
    return outcome === 'settled' ? { outcome, remaining } : { outcome };
  }

  async release({ accountId, queryId }: Pick<Reservation, 'accountId' | 'queryId'>): Promise<void> {
    await this.#database.query('SELECT gateway.release_reservations($1, $2, $3)', [
      accountId,
      queryId,
      this.#now(),
    ]);
  }

  /** Adds credits that expire with the current period. @returns credits left to reserve, packs included. */
  async grant(account: BilledAccount, credits: number): Promise<number> {
    return this.#add('gateway.grant_credits', account, credits);
  }

  /** Adds credits that do not expire and are used last. @returns credits left in packs. */
  async addPack(account: BilledAccount, credits: number): Promise<number> {
    return this.#add('gateway.add_pack', account, credits);
  }

  async #add(
    movement: 'gateway.grant_credits' | 'gateway.add_pack',
    account: BilledAccount,
    credits: number,
  ): Promise<number> {
    const now = this.#now();
    const { rows } = await this.#database.query<{ total: number }>(
      `SELECT ${movement}($1, $2, $3, $4, $5, $6) AS total`,
      [...walletArguments(account, now), credits, now],
    );
    return single(rows).total;
  }
}

/** First arguments of every function that opens a wallet: account, plan credits, start and end of the period. */
export function walletArguments({ accountId, planCredits, billingDay }: BilledAccount, now: Date) {
  const { startsAt, endsAt } = billingPeriodAt(now, billingDay);
  return [accountId, planCredits, startsAt, endsAt] as const;
}

function single<Row>(rows: readonly Row[]): Row {
  const [row] = rows;
  if (!row) throw new Error('a database function returned no row');
  return row;
}
