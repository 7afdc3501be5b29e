import type { Database } from '@imagesearch/service-kit/database';
import { billingPeriodAt } from '../domain/billing/billing-period.js';
import type { Balance, BilledAccount, LoggedQuery } from '../domain/billing/ledger.js';

interface WalletRow {
  period_start: Date;
  period_end: Date;
  extra_credits: number;
  plan_reserved: number;
  plan_charged: number;
  pack_available: number;
  charged: number;
  held: number;
}

interface QueryRow {
  query_id: string;
  endpoint: LoggedQuery['endpoint'];
  idempotency_key: string | null;
  status: LoggedQuery['status'];
  charged: number;
  created_at: Date;
}

/** What an account may read of its own credits and searches. */
export class UsageLog {
  readonly #database: Database;
  readonly #now: () => Date;

  constructor(database: Database, now: () => Date) {
    this.#database = database;
    this.#now = now;
  }

  /** The balance as the next reservation would find it, under the plan given. */
  async balanceOf(account: BilledAccount): Promise<Balance> {
    const { planCredits, billingDay } = account;
    const period = billingPeriodAt(this.#now(), billingDay);
    const { rows } = await this.#database.query<WalletRow>(
      `SELECT w.*, (SELECT coalesce(sum(credits), 0)::integer FROM gateway.reservations r
                     WHERE r.account_id = w.account_id) AS held
         FROM gateway.credit_wallets w WHERE w.account_id = $1`,
      [account.accountId],
    );
    const [wallet] = rows;
    const packs = wallet?.pack_available ?? 0;
    const reserved = wallet?.held ?? 0;
    if (!wallet || wallet.period_start < period.startsAt) {
      return {
        period,
        granted: planCredits,
        used: 0,
        reserved,
        remaining: planCredits === null ? null : planCredits + packs,
        packs,
      };
    }
    const spoken = wallet.plan_reserved + wallet.plan_charged;
    const allowed = planCredits === null ? null : Math.max(planCredits + wallet.extra_credits, spoken);
    return {
      period: { startsAt: wallet.period_start, endsAt: wallet.period_end },
      granted: allowed,
      used: wallet.charged,
      reserved,
      remaining: allowed === null ? null : allowed - spoken + packs,
      packs,
    };
  }

  /** The latest searches of an account, the newest first; those in flight and those that failed are among them. */
  async latestQueries(accountId: string, limit: number): Promise<LoggedQuery[]> {
    const { rows } = await this.#database.query<QueryRow>(
      `SELECT query_id, endpoint, idempotency_key, 'in_flight' AS status, 0 AS charged, created_at
         FROM gateway.reservations WHERE account_id = $1
       UNION ALL
       (SELECT query_id, endpoint, idempotency_key, status, charged, created_at
          FROM gateway.queries WHERE account_id = $1 ORDER BY created_at DESC LIMIT $2)
       ORDER BY created_at DESC LIMIT $2`,
      [accountId, limit],
    );
    return rows.map((row) => ({
      queryId: row.query_id,
      endpoint: row.endpoint,
      idempotencyKey: row.idempotency_key,
      status: row.status,
      charged: row.charged,
      createdAt: row.created_at,
    }));
  }
}
