import type { Database } from '@imagesearch/service-kit/database';
import { walletArguments } from './credit-ledger.js';

/** Most accounts that one sweep looks at; the rest waits for the next. */
const SWEEP_ACCOUNTS_MAX = 500;
const SWEEP_RECORDS_MAX = 1_000;
/** Partitions are made this many months before they are needed. */
const MONTHS_AHEAD = 2;

export interface Retention {
  queryLogMonths: number;
  ledgerMonths: number;
}

/**
 * What has to be done from time to time, by any replica or by several at once: none waits for or repeats the work of
 * another.
 */
export class LedgerUpkeep {
  readonly #database: Database;
  readonly #now: () => Date;

  constructor(database: Database, now: () => Date) {
    this.#database = database;
    this.#now = now;
  }

  /** Releases reservations that crashed gateways left behind; answers how many. */
  async releaseLapsed(): Promise<number> {
    const { rows } = await this.#database.query<{ released: number }>(
      'SELECT gateway.sweep_reservations($1, $2) AS released',
      [this.#now(), SWEEP_ACCOUNTS_MAX],
    );
    return rows[0]?.released ?? 0;
  }

  /** Takes accounts whose period is over into the present one; answers how many. */
  async openPeriods(planCreditsOf: (plan: string) => number | null): Promise<number> {
    const now = this.#now();
    const { rows } = await this.#database.query<{ id: string; plan: string; billing_day: number }>(
      `SELECT a.id, a.plan, a.billing_day FROM gateway.credit_wallets w JOIN gateway.accounts a ON a.id = w.account_id
        WHERE w.period_end <= $1 ORDER BY w.period_end LIMIT $2`,
      [now, SWEEP_ACCOUNTS_MAX],
    );
    for (const { id, plan, billing_day: billingDay } of rows) {
      const account = { accountId: id, planCredits: planCreditsOf(plan), billingDay };
      await this.#database.query('SELECT gateway.open_wallet($1, $2, $3, $4, $5)', [
        ...walletArguments(account, now),
        now,
      ]);
    }
    return rows.length;
  }

  /** Forgets answers whose Idempotency-Key has expired; answers how many. */
  async forgetAnswers(): Promise<number> {
    const { rowCount } = await this.#database.query(
      `DELETE FROM gateway.idempotency_records WHERE (account_id, endpoint, key) IN (
         SELECT account_id, endpoint, key FROM gateway.idempotency_records
          WHERE expires_at <= $1 AND answer IS NOT NULL LIMIT $2 FOR UPDATE SKIP LOCKED)`,
      [this.#now(), SWEEP_RECORDS_MAX],
    );
    return rowCount ?? 0;
  }

  /** Makes the partitions of the coming months and drops those past their retention; answers the names dropped. */
  async turnMonths({ queryLogMonths, ledgerMonths }: Retention): Promise<string[]> {
    const dropped: string[] = [];
    for (const [table, monthsKept] of [
      ['queries', queryLogMonths],
      ['credit_ledger', ledgerMonths],
    ] as const) {
      const { rows } = await this.#database.query<{ dropped: string[] }>(
        'SELECT gateway.maintain_months($1, $2, $3, $4) AS dropped',
        [table, this.#now(), MONTHS_AHEAD, monthsKept],
      );
      dropped.push(...(rows[0]?.dropped ?? []));
    }
    return dropped;
  }
}
