import type { Database } from '@imagesearch/service-kit/postgres/database';
import { z } from 'zod';
import { balanceIn, billingPeriodAt, type Wallet } from '../billing/balance.js';
import type { Balance, BilledAccount } from '../billing/ledger.js';
import { pricingSchema } from '../billing/plans.js';
import { SCOPES } from '../keys/api-key.js';
import type { UsageByDay } from './usage-days.js';

const DAY_MS = 24 * 60 * 60_000;

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
    const { rows } = await this.#database.query<Wallet & { reserved: number }>(
      `SELECT period_start AS "periodStart", period_end AS "periodEnd", extra_credits AS "extraCredits",
              plan_reserved AS "planReserved", plan_charged AS "planCharged", pack_available AS "packAvailable", charged,
              (SELECT COALESCE(sum(credits), 0)::integer FROM gateway.reservations r
                     WHERE r.account_id = w.account_id) AS reserved
         FROM gateway.credit_wallets w WHERE w.account_id = $1`,
      [account.accountId],
    );
    const [row] = rows;
    return balanceIn(row, period, planCredits, row?.reserved ?? 0);
  }

  /** The finished searches of each key, on so many days until today. They are counted as they are charged. */
  async readDays(accountId: string, dayCount: number): Promise<UsageByDay> {
    const today = this.#now();
    const from = dateOf(new Date(today.getTime() - (dayCount - 1) * DAY_MS));
    const { rows: days } = await this.#database.query<UsageByDay['days'][number]>(
      `SELECT to_char(d.day, 'YYYY-MM-DD') AS date, k.id AS key_id, k.name AS key_name, k.prefix AS key_prefix,
              d.searches, d.failed, d.credits
         FROM gateway.usage_days d JOIN gateway.api_keys k ON k.id = d.key_id
        WHERE d.account_id = $1 AND d.day >= $2::date ORDER BY d.day, k.created_at, k.id`,
      [accountId, from],
    );
    return { from, to: dateOf(today), days };
  }

  /** The latest searches of an account, newest first, including failed ones and those in flight. */
  async listQueries(accountId: string, limit: number): Promise<LoggedSearch[]> {
    const { rows } = await this.#database.query<Omit<LoggedSearch, 'created_at'> & { created_at: Date }>(
      `SELECT query_id, endpoint, idempotency_key, 'in_flight' AS status, 0 AS credits_charged, created_at
         FROM gateway.reservations WHERE account_id = $1
       UNION ALL
       (SELECT query_id, endpoint, idempotency_key, status, charged, created_at
          FROM gateway.queries WHERE account_id = $1 ORDER BY created_at DESC LIMIT $2)
       ORDER BY created_at DESC LIMIT $2`,
      [accountId, limit],
    );
    return rows.map((row) => ({ ...row, created_at: row.created_at.toISOString() }));
  }
}

const dateOf = (time: Date): string => time.toISOString().slice(0, 10);

const credits = z.number().int().min(0);

const loggedSearchSchema = z.strictObject({
  query_id: z.string(),
  endpoint: z.enum(['search', 'similar']),
  idempotency_key: z.string().nullable().describe('As it was sent; null if none was sent.'),
  status: z
    .enum(['in_flight', 'answered', 'failed'])
    .describe(
      '`answered` is billed, `failed` never is. `in_flight` becomes one of the two within a minute or so.',
    ),
  credits_charged: credits,
  created_at: z.iso.datetime().describe('When the search began.'),
});

export const usageSchema = z
  .strictObject({
    key: z
      .strictObject({ key_id: z.uuid(), scopes: z.array(z.enum(SCOPES)) })
      .describe('The key that asks, and what it may be used for.'),
    plan: pricingSchema.shape.plans.element.shape.id,
    period: z
      .strictObject({ start: z.iso.datetime(), end: z.iso.datetime() })
      .describe('The billing period; the end is exclusive. Unused plan credits expire then.'),
    credits: z.strictObject({
      granted: credits
        .nullable()
        .describe('Granted for this period by the plan and the operator; null without a limit.'),
      used: credits.describe("What this period's searches cost, whether plan or packs paid for it."),
      reserved: credits.describe('Reserved for searches in flight.'),
      remaining: credits
        .nullable()
        .describe('Left for the next searches, including packs; null without a limit.'),
      packs: credits.describe('Left in packs. They do not expire, and are used last.'),
    }),
    windows: z
      .array(
        z.strictObject({
          limit: z.enum(['rpm', 'rpd', 'concurrent']),
          quota: credits.describe('What the plan allows.'),
          used: credits,
          remaining: credits,
          reset_s: credits.describe('Seconds until some of it comes back; 0 when nothing is used.'),
        }),
      )
      .describe(
        'The limits of the plan as they stand, all keys of the account together; those without a figure are absent.',
      ),
    searches: z
      .array(loggedSearchSchema)
      .max(100)
      .describe('The latest searches, newest first, including failed ones.'),
  })
  .describe('What an account has left, and the outcome of its latest searches.');

export type Usage = z.output<typeof usageSchema>;
type LoggedSearch = Usage['searches'][number];
