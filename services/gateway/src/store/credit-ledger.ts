import { randomUUID } from 'node:crypto';
import type { Database } from '@imagesearch/service-kit/database';
import type { BillingPeriod } from '../domain/billing/billing-period.js';

/** Far above the deadline of any request, so that a reservation lapses only when its gateway died. */
const RESERVATION_LIFETIME_MS = 120_000;

export interface ReserveRequest {
  accountId: string;
  period: BillingPeriod;
  /** Credits that the plan grants for the period; null grants without a limit. */
  granted: number | null;
  credits: number;
}

export interface Reservation {
  id: string;
  /** Credits left while this one is held; null without a limit. */
  remaining: number | null;
}

export interface BilledQuery {
  queryId: string;
  accountId: string;
  endpoint: 'search' | 'similar';
  assetIds: string[];
  charged: number;
  /** When the file addresses of this answer stop working. */
  expiresAt: Date;
}

interface RemainingRow {
  remaining: number | null;
}

/**
 * Credits of an account: held before the work, settled by what was returned, released when it failed.
 * Every step is one statement, so a crash between two steps leaves nothing but a reservation that lapses.
 */
export class CreditLedger {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  /** Holds credits, or answers undefined when the account has too few left. */
  async reserve(request: ReserveRequest): Promise<Reservation | undefined> {
    const held = await this.#hold(request);
    if (held) return held;
    const lapsed = await this.releaseLapsed(request.accountId);
    return lapsed > 0 ? this.#hold(request) : undefined;
  }

  async #hold({ accountId, period, granted, credits }: ReserveRequest): Promise<Reservation | undefined> {
    if (granted !== null && credits > granted) return undefined;
    const id = randomUUID();
    const now = new Date();
    const { rows } = await this.#database.query<RemainingRow>(RESERVE_SQL, [
      accountId,
      period.startsAt,
      period.endsAt,
      granted,
      credits,
      id,
      now,
      new Date(now.getTime() + RESERVATION_LIFETIME_MS),
    ]);
    return rows[0] && { id, remaining: rows[0].remaining };
  }

  /**
   * Turns a reservation into a charge and writes the query log, together or not at all.
   * @returns credits left; null without a limit.
   */
  async settle(reservationId: string, query: BilledQuery): Promise<number | null> {
    const { rows } = await this.#database.query<RemainingRow>(SETTLE_SQL, [
      reservationId,
      query.charged,
      query.queryId,
      query.endpoint,
      query.assetIds,
      new Date(),
      query.expiresAt,
    ]);
    if (!rows[0]) throw new Error('the reservation lapsed before its search was settled');
    return rows[0].remaining;
  }

  /** Credits an account can still reserve in a period. */
  async remaining(accountId: string, period: BillingPeriod, granted: number | null): Promise<number | null> {
    if (granted === null) return null;
    const { rows } = await this.#database.query<{ used: number }>(
      `SELECT charged + reserved AS used FROM gateway.credit_periods WHERE account_id = $1 AND starts_at = $2`,
      [accountId, period.startsAt],
    );
    return granted - (rows[0]?.used ?? 0);
  }

  /** Gives a reservation back; the search it was for failed. */
  async release(reservationId: string): Promise<void> {
    await this.#database.query(releaseSql(HELD_BY_ID), [reservationId, new Date()]);
  }

  /** Releases what crashed gateways left behind for an account; answers how many reservations that were. */
  async releaseLapsed(accountId: string): Promise<number> {
    const { rowCount } = await this.#database.query(releaseSql(HELD_AND_LAPSED), [accountId, new Date()]);
    return rowCount ?? 0;
  }
}

/** `xmax = 0` tells a row just inserted from one updated: the period's grant is written once. */
const RESERVE_SQL = `
  WITH period AS (
    INSERT INTO gateway.credit_periods AS p (account_id, starts_at, ends_at, granted, reserved)
    VALUES ($1::uuid, $2::timestamptz, $3::timestamptz, $4::integer, $5::integer)
    ON CONFLICT (account_id, starts_at) DO UPDATE SET reserved = p.reserved + $5, granted = $4
      WHERE $4 IS NULL OR p.charged + p.reserved + $5 <= $4
    RETURNING p.granted - p.charged - p.reserved AS remaining, xmax = 0 AS opened
  ), reservation AS (
    INSERT INTO gateway.credit_reservations (id, account_id, starts_at, credits, expires_at)
    SELECT $6::uuid, $1, $2, $5, $8::timestamptz FROM period
  ), entries AS (
    INSERT INTO gateway.credit_ledger (account_id, period_start, kind, credits, reservation_id, created_at)
    SELECT $1, $2, 'grant', $4, NULL, $7::timestamptz FROM period WHERE opened AND $4 IS NOT NULL
    UNION ALL
    SELECT $1, $2, 'reserve', $5, $6, $7 FROM period
  )
  SELECT remaining FROM period`;

const SETTLE_SQL = `
  WITH held AS (
    DELETE FROM gateway.credit_reservations WHERE id = $1::uuid RETURNING account_id, starts_at, credits
  ), period AS (
    UPDATE gateway.credit_periods p SET reserved = p.reserved - held.credits, charged = p.charged + $2::integer
      FROM held WHERE p.account_id = held.account_id AND p.starts_at = held.starts_at
    RETURNING p.granted - p.charged - p.reserved AS remaining
  ), entry AS (
    INSERT INTO gateway.credit_ledger (account_id, period_start, kind, credits, reservation_id, created_at)
    SELECT account_id, starts_at, 'settle', $2, $1, $6::timestamptz FROM held
  ), query AS (
    INSERT INTO gateway.queries (query_id, account_id, endpoint, asset_ids, charged, created_at, expires_at)
    SELECT $3::text, account_id, $4::text, $5::text[], $2, $6, $7::timestamptz FROM held
  )
  SELECT remaining FROM period`;

const HELD_BY_ID = 'id = $1::uuid';
const HELD_AND_LAPSED = 'account_id = $1::uuid AND expires_at <= $2';

const releaseSql = (which: string): string => `
  WITH held AS (
    DELETE FROM gateway.credit_reservations WHERE ${which}
    RETURNING id, account_id, starts_at, credits
  ), freed AS (
    SELECT account_id, starts_at, sum(credits)::integer AS credits FROM held GROUP BY account_id, starts_at
  ), period AS (
    UPDATE gateway.credit_periods p SET reserved = p.reserved - freed.credits
      FROM freed WHERE p.account_id = freed.account_id AND p.starts_at = freed.starts_at
  )
  INSERT INTO gateway.credit_ledger (account_id, period_start, kind, credits, reservation_id, created_at)
  SELECT account_id, starts_at, 'release', credits, id, $2::timestamptz FROM held`;
