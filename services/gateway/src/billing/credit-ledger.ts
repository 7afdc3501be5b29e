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
import { MovementGroups, type MovementRow } from './movement-groups.js';

export const FILES_LIFETIME_MS = 24 * 60 * 60_000;
/** How long an answer can be replayed for its Idempotency-Key. */
const ANSWER_LIFETIME_MS = 24 * 60 * 60_000;

export interface LedgerOptions {
  now: () => Date;
  /** Far above the deadline of any request, so that a reservation expires only after its gateway crashed. */
  reservationLifetimeMs: number;
}

/** Keeps credits in Postgres. The rules are the functions in `sql/`; what waits of one account is moved together. */
export class CreditLedger implements Ledger {
  readonly #database: Pick<Database, 'query'>;
  readonly #groups: MovementGroups;
  readonly #now: () => Date;
  readonly #lifetimeMs: number;

  constructor(database: Pick<Database, 'query'>, { now, reservationLifetimeMs }: LedgerOptions) {
    this.#database = database;
    this.#groups = new MovementGroups(database, now);
    this.#now = now;
    this.#lifetimeMs = reservationLifetimeMs;
  }

  async reserve(request: ReserveRequest): Promise<ReserveOutcome> {
    const { accountId, queryId, endpoint, credits, idempotency } = request;
    const { row, movedAt } = await this.#groups.move(accountId, {
      kind: 'reserve',
      queryId,
      fieldsAt: (now) => ({
        ...walletFields(request, now),
        endpoint,
        credits,
        expires_at: later(now, this.#lifetimeMs),
        key: idempotency?.key ?? null,
        request_hash: hexOf(idempotency?.requestHash),
      }),
    });
    return reserveOutcome(row, { accountId, queryId, reservedAt: movedAt });
  }

  async settle(reservation: Reservation, { charged, assetIds, answer }: Settlement): Promise<SettleOutcome> {
    const { accountId, queryId, reservedAt } = reservation;
    const { row } = await this.#groups.move(accountId, {
      kind: 'settle',
      queryId,
      fieldsAt: (now) => ({
        reserved_at: reservedAt,
        charged,
        asset_ids: assetIds,
        files_until: later(now, FILES_LIFETIME_MS),
        answer: hexOf(answer),
        answer_until: later(now, ANSWER_LIFETIME_MS),
      }),
    });
    return row.outcome === 'settled'
      ? { outcome: 'settled', remaining: row.remaining }
      : { outcome: 'expired' };
  }

  async release({ accountId, queryId }: Pick<Reservation, 'accountId' | 'queryId'>): Promise<void> {
    if (this.#groups.takeBack(accountId, queryId)) return;
    await this.#groups.move(accountId, { kind: 'release', queryId, fieldsAt: () => ({}) });
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

function walletFields(account: BilledAccount, now: Date) {
  const [, planCredits, periodStart, periodEnd] = walletArguments(account, now);
  return { plan_credits: planCredits, period_start: periodStart, period_end: periodEnd };
}

function reserveOutcome(row: MovementRow, reservation: Reservation): ReserveOutcome {
  const { remaining, resets_at: resetsAt, answer } = row;
  const outcome = row.outcome as ReserveOutcome['outcome'];
  switch (outcome) {
    case 'reserved':
      return { outcome, reservation, remaining };
    case 'exhausted':
      if (!resetsAt) throw new Error('an exhausted period has no end');
      return { outcome, remaining: remaining ?? 0, resetsAt };
    case 'replay':
      if (!answer) throw new Error('a replayed idempotency record holds no answer');
      return { outcome, answer, remaining };
    case 'in_flight':
    case 'mismatch':
      return { outcome };
  }
}

const later = (now: Date, ms: number): Date => new Date(now.getTime() + ms);

/** As Postgres reads bytes. */
const hexOf = (bytes: Buffer | null | undefined): string | null =>
  bytes ? `\\x${bytes.toString('hex')}` : null;

function single<Row>(rows: readonly Row[]): Row {
  const [row] = rows;
  if (!row) throw new Error('a database function returned no row');
  return row;
}
