import type { Database } from '@imagesearch/service-kit/postgres/database';
import { balanceIn, newWallet, type Wallet } from '../billing/balance.js';
import { billingPeriodAt } from '../billing/billing-period.js';
import type { Balance, BilledAccount, LoggedQuery } from '../billing/ledger.js';

interface WalletRow {
  period_start: Date;
  period_end: Date;
  extra_credits: number;
  plan_reserved: number;
  plan_charged: number;
  pack_available: number;
  charged: number;
  reserved: number;
}

interface QueryRow {
  query_id: string;
  endpoint: LoggedQuery['endpoint'];
  idempotency_key: string | null;
  status: LoggedQuery['status'];
  charged: number;
  created_at: Date;
}

/** The credits and the searches of an account, for the account and the operator. */
export class UsageLog {
  readonly #database: Pick<Database, 'query'>;
  readonly #now: () => Date;

  constructor(database: Pick<Database, 'query'>, now: () => Date) {
    this.#database = database;
    this.#now = now;
  }

  /** The balance that the next reservation would find. */
  async readBalance(account: BilledAccount): Promise<Balance> {
    const { planCredits, billingDay } = account;
    const period = billingPeriodAt(this.#now(), billingDay);
    const { rows } = await this.#database.query<WalletRow>(
      `SELECT w.*, (SELECT COALESCE(sum(credits), 0)::integer FROM gateway.reservations r
                     WHERE r.account_id = w.account_id) AS reserved
         FROM gateway.credit_wallets w WHERE w.account_id = $1`,
      [account.accountId],
    );
    const [row] = rows;
    return balanceIn(row ? toWallet(row) : newWallet(period), period, planCredits, row?.reserved ?? 0);
  }

  /** The latest searches of an account, newest first, including failed ones and those in flight. */
  async listQueries(accountId: string, limit: number): Promise<LoggedQuery[]> {
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

function toWallet(row: WalletRow): Wallet {
  return {
    periodStart: row.period_start,
    periodEnd: row.period_end,
    extraCredits: row.extra_credits,
    planReserved: row.plan_reserved,
    planCharged: row.plan_charged,
    packAvailable: row.pack_available,
    charged: row.charged,
  };
}
