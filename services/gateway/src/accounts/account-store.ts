import { randomUUID } from 'node:crypto';
import type { Database } from '@imagesearch/service-kit/postgres/database';
import type { Account } from '../billing/plans.js';
import { refused } from '../operations/command.js';

interface NewAccount {
  name: string;
  plan: string;
  /** Day of the month on which credits reset. */
  billingDay: number;
}

/** What the operator reads of an account. */
interface AccountFacts {
  account_id: string;
  name: string;
  plan: string;
  billing_day: number;
  created_at: Date;
  /** Keys that work now. */
  live_keys: number;
}

/** Accounts, each with a unique name. */
export class AccountStore {
  readonly #database: Pick<Database, 'query'>;

  constructor(database: Pick<Database, 'query'>) {
    this.#database = database;
  }

  /** @returns undefined when the name is taken. */
  async create({ name, plan, billingDay }: NewAccount): Promise<Account | undefined> {
    const { rows } = await this.#database.query<Account>(
      `${INSERT_SQL} ON CONFLICT (name) DO NOTHING RETURNING ${FIELDS}`,
      [randomUUID(), name, plan, billingDay, new Date()],
    );
    return rows[0];
  }

  /** Creates the account, or puts the account of that name on the given plan. */
  async ensure({ name, plan, billingDay }: NewAccount): Promise<Account> {
    const { rows } = await this.#database.query<Account>(
      `${INSERT_SQL} ON CONFLICT (name) DO UPDATE SET plan = EXCLUDED.plan RETURNING ${FIELDS}`,
      [randomUUID(), name, plan, billingDay, new Date()],
    );
    const [row] = rows;
    if (!row) throw new Error('an upsert returned no row');
    return row;
  }

  async findByName(name: string): Promise<Account | undefined> {
    const { rows } = await this.#database.query<Account>(
      `SELECT ${FIELDS} FROM gateway.accounts WHERE name = $1`,
      [name],
    );
    return rows[0];
  }

  /** @throws AppError `invalid_request` when there is no account of that name. */
  async require(name: string): Promise<Account> {
    const account = await this.findByName(name);
    if (!account) throw refused(`There is no account "${name}". See: npm run accounts -- list`);
    return account;
  }

  /** Every account, by name. */
  async list(): Promise<AccountFacts[]> {
    const { rows } = await this.#database.query<AccountFacts>(
      `SELECT a.id AS account_id, a.name, a.plan, a.billing_day, a.created_at, count(k.id)::integer AS live_keys
         FROM gateway.accounts a
         LEFT JOIN gateway.api_keys k ON k.account_id = a.id AND k.revoked_at IS NULL
                                     AND (k.expires_at IS NULL OR k.expires_at > $1)
        GROUP BY a.id ORDER BY a.name`,
      [new Date()],
    );
    return rows;
  }

  /** @returns false when there is no such account. */
  async setPlan(accountId: string, plan: string): Promise<boolean> {
    const { rowCount } = await this.#database.query('UPDATE gateway.accounts SET plan = $2 WHERE id = $1', [
      accountId,
      plan,
    ]);
    return rowCount === 1;
  }
}

const INSERT_SQL =
  'INSERT INTO gateway.accounts (id, name, plan, billing_day, created_at) VALUES ($1, $2, $3, $4, $5)';

const FIELDS = 'id, name, plan, billing_day AS "billingDay"';
