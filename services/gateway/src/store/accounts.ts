import { randomUUID } from 'node:crypto';
import type { Database } from '@imagesearch/service-kit/database';
import type { Account } from '../domain/account.js';
import { displayPrefix, hashKey, mintKey, type KeyEnvironment } from '../domain/keys/api-key.js';
import type { PlanId } from '../domain/plans.js';

export interface NewAccount {
  name: string;
  plan: PlanId;
  /** Day of the month on which credits reset. */
  billingDay: number;
}

interface AccountRow {
  id: string;
  name: string;
  plan: PlanId;
  billing_day: number;
}

/** Accounts and their keys. Keys are stored as keyed hashes only. */
export class AccountStore {
  readonly #database: Database;
  readonly #keySecret: string;

  constructor(database: Database, keySecret: string) {
    this.#database = database;
    this.#keySecret = keySecret;
  }

  /** The account a live key belongs to, or undefined for an unknown or revoked one. */
  async findByKey(key: string): Promise<Account | undefined> {
    const { rows } = await this.#database.query<AccountRow>(
      `SELECT a.id, a.name, a.plan, a.billing_day
         FROM gateway.api_keys k JOIN gateway.accounts a ON a.id = k.account_id
        WHERE k.key_hash = $1 AND k.revoked_at IS NULL`,
      [hashKey(key, this.#keySecret)],
    );
    return rows[0] && toAccount(rows[0]);
  }

  /** The account of that name; made when there is none, put on the plan given when it has another. */
  async ensureAccount({ name, plan, billingDay }: NewAccount): Promise<Account> {
    const { rows } = await this.#database.query<AccountRow>(
      `INSERT INTO gateway.accounts (id, name, plan, billing_day, created_at) VALUES ($1, $2, $3, $4, $5)
       ON CONFLICT (name) DO UPDATE SET plan = EXCLUDED.plan
       RETURNING id, name, plan, billing_day`,
      [randomUUID(), name, plan, billingDay, new Date()],
    );
    const [row] = rows;
    if (!row) throw new Error('an upsert returned no row');
    return toAccount(row);
  }

  /** A new key for an account. It cannot be read again. */
  async issueKey(accountId: string, environment: KeyEnvironment): Promise<string> {
    const key = mintKey(environment);
    await this.#database.query(
      `INSERT INTO gateway.api_keys (id, account_id, key_hash, prefix, created_at) VALUES ($1, $2, $3, $4, $5)`,
      [randomUUID(), accountId, hashKey(key, this.#keySecret), displayPrefix(key), new Date()],
    );
    return key;
  }

  /** Ends a key; false when no live key equals it. */
  async revokeKey(key: string): Promise<boolean> {
    const { rowCount } = await this.#database.query(
      `UPDATE gateway.api_keys SET revoked_at = $2 WHERE key_hash = $1 AND revoked_at IS NULL`,
      [hashKey(key, this.#keySecret), new Date()],
    );
    return rowCount === 1;
  }
}

function toAccount(row: AccountRow): Account {
  return { id: row.id, name: row.name, plan: row.plan, billingDay: row.billing_day };
}
