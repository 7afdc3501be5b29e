import type { Logger } from '@imagesearch/service-kit/logging';
import type { Database } from '@imagesearch/service-kit/postgres/database';
import { startRounds } from '@imagesearch/service-kit/process/rounds';
import type { Pricing } from './plans.js';
import { walletArguments } from './credit-ledger.js';

/** Partitions are created months ahead, so a check every hour is enough. */
const MONTHS_INTERVAL_MS = 60 * 60_000;

interface MaintenanceOptions {
  maintenance: LedgerMaintenance;
  /** Sets the clock of the maintenance, and of everything else that moves credits. */
  synchronise: () => Promise<void>;
  pricing: Pricing;
  retention: Retention;
  intervalMs: number;
  logger: Logger;
  /** Called with the number of expired reservations that were released. */
  onExpired: (released: number) => void;
}

/** Runs maintenance at once and then at an interval; each round repeats what the one before did not do. @returns stops it. */
export function startMaintenance(options: MaintenanceOptions): () => Promise<void> {
  const { intervalMs, logger } = options;
  let monthsDueAt = -Infinity;
  const round = async (): Promise<void> => {
    const withMonths = performance.now() >= monthsDueAt;
    await maintenanceRound(options, withMonths);
    if (withMonths) monthsDueAt = performance.now() + MONTHS_INTERVAL_MS;
  };
  const onFailure = (error: unknown) =>
    logger.warn({ err: error }, 'a round of maintenance failed; the next one tries again');
  return startRounds(round, { intervalMs, onFailure });
}

async function maintenanceRound(
  { maintenance, synchronise, pricing, retention, logger, onExpired }: MaintenanceOptions,
  withMonths: boolean,
): Promise<void> {
  await synchronise();
  const released = await maintenance.expireReservations();
  if (released > 0) {
    logger.info({ released }, 'released expired reservations');
    onExpired(released);
  }
  await maintenance.openPeriods(new Map(pricing.plans.map((plan) => [plan.id, plan.monthly_credits])));
  await maintenance.expireAnswers();
  if (!withMonths) return;
  const { dropped, implausible } = await maintenance.maintainMonths(retention);
  if (dropped.length > 0) logger.info({ dropped }, 'dropped months past their retention');
  if (implausible.length > 0)
    logger.warn(
      { implausible },
      'kept expired months: the clock contradicts the data, or nothing happened for months',
    );
}

/** The remaining accounts wait for the next round. */
const ROUND_ACCOUNTS_MAX = 500;
const BATCH_RECORDS = 5_000;
/** Far longer than a round of 1,000 expired answers a second needs. */
const EXPIRE_ANSWERS_MS_MAX = 10_000;
const MONTHS_AHEAD = 2;

/** Summing up a month of a busy ledger takes longer than any statement of a search. */
const DROP_MONTH_TIMEOUT_MS = 10 * 60_000;

interface MaintainedMonths {
  /** Names of dropped partitions. */
  dropped: string[];
  /** Expired partitions that stay, because the clock contradicts the data. */
  implausible: string[];
}

interface Retention {
  queryLogMonths: number;
  ledgerMonths: number;
}

/** Periodic work on the ledger. Several replicas may run it at once; none waits for another or repeats its work. */
export class LedgerMaintenance {
  readonly #database: Pick<Database, 'query'>;
  readonly #now: () => Date;

  constructor(database: Pick<Database, 'query'>, now: () => Date) {
    this.#database = database;
    this.#now = now;
  }

  /** Releases expired reservations of crashed gateways. @returns how many. */
  async expireReservations(): Promise<number> {
    const { rows } = await this.#database.query<{ released: number }>(
      'SELECT gateway.expire_reservations($1, $2) AS released',
      [this.#now(), ROUND_ACCOUNTS_MAX],
    );
    return rows[0]?.released ?? 0;
  }

  /** Opens the current period for accounts whose period is over, or was made by a clock that was months ahead, and whose plan is in `planCredits`. */
  async openPeriods(planCredits: ReadonlyMap<string, number | null>): Promise<void> {
    const now = this.#now();
    const { rows } = await this.#database.query<{ id: string; plan: string; billing_day: number }>(
      `SELECT a.id, a.plan, a.billing_day FROM gateway.credit_wallets w JOIN gateway.accounts a ON a.id = w.account_id
        WHERE (w.period_end <= $1 OR w.period_end > $1 + INTERVAL '56 days') AND a.plan = ANY($2) ORDER BY w.period_end LIMIT $3`,
      [now, [...planCredits.keys()], ROUND_ACCOUNTS_MAX],
    );
    for (const { id, plan, billing_day: billingDay } of rows) {
      const account = { accountId: id, planCredits: planCredits.get(plan) ?? null, billingDay };
      await this.#database.query('SELECT gateway.open_wallet($1, $2, $3, $4, $5)', [
        ...walletArguments(account, now),
        now,
      ]);
    }
  }

  /** Removes answers whose Idempotency-Key has expired. */
  async expireAnswers(): Promise<void> {
    const startedAt = performance.now();
    let batch: number | null;
    do {
      ({ rowCount: batch } = await this.#database.query(
        `DELETE FROM gateway.idempotency_records WHERE (account_id, endpoint, key) IN (
           SELECT account_id, endpoint, key FROM gateway.idempotency_records
            WHERE expires_at <= $1 AND answer IS NOT NULL ORDER BY expires_at LIMIT $2 FOR UPDATE SKIP LOCKED)`,
        [this.#now(), BATCH_RECORDS],
      ));
    } while (batch === BATCH_RECORDS && performance.now() - startedAt < EXPIRE_ANSWERS_MS_MAX);
  }

  /** Creates the partitions of the coming months and drops expired ones. */
  async maintainMonths({ queryLogMonths, ledgerMonths }: Retention): Promise<MaintainedMonths> {
    const maintained: MaintainedMonths = { dropped: [], implausible: [] };
    for (const [table, monthsKept] of [
      ['queries', queryLogMonths],
      ['credit_ledger', ledgerMonths],
    ] as const) {
      await this.#database.query('SELECT gateway.add_months($1, $2, $3)', [table, this.#now(), MONTHS_AHEAD]);
      await this.#dropExpiredMonths(table, monthsKept, maintained);
    }
    return maintained;
  }

  async #dropExpiredMonths(table: string, monthsKept: number, maintained: MaintainedMonths): Promise<void> {
    for (;;) {
      const { rows } = await this.#database.query<{ outcome: string; month: string }>(
        'SELECT * FROM gateway.drop_expired_month($1, $2, $3)',
        [table, this.#now(), monthsKept],
        { timeoutMs: DROP_MONTH_TIMEOUT_MS },
      );
      const [{ outcome, month } = { outcome: 'none', month: '' }] = rows;
      if (outcome === 'implausible') maintained.implausible.push(month);
      if (outcome !== 'dropped') return;
      maintained.dropped.push(month);
    }
  }
}

/** An answer that took longer says too little about the time. */
const ROUND_TRIP_MS_MAX = 1_000;

/**
 * The database's clock, which all gateways share. Reservations, billing periods and retention follow it, so that a
 * gateway whose own clock is wrong moves no credits at the wrong time. Between two synchronisations the clock runs with
 * the monotonic time of the process, which a change of the system's time does not move.
 */
export class DatabaseClock {
  readonly #database: Pick<Database, 'query'>;
  /** Unix milliseconds of the database at the start of the monotonic time. */
  #origin = performance.timeOrigin;

  private constructor(database: Pick<Database, 'query'>) {
    this.#database = database;
  }

  static async open(database: Pick<Database, 'query'>): Promise<DatabaseClock> {
    const clock = new DatabaseClock(database);
    await clock.#read(Infinity);
    return clock;
  }

  now(): Date {
    return new Date(this.#origin + performance.now());
  }

  async synchronise(): Promise<void> {
    await this.#read(ROUND_TRIP_MS_MAX);
  }

  async #read(roundTripMsMax: number): Promise<void> {
    const askedAt = performance.now();
    const { rows } = await this.#database.query<{ now: Date }>('SELECT clock_timestamp() AS now');
    const answeredAt = performance.now();
    const now = rows[0]?.now.getTime();
    if (now === undefined || answeredAt - askedAt > roundTripMsMax) return;
    this.#origin = now - (askedAt + answeredAt) / 2;
  }
}
