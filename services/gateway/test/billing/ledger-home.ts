import { randomUUID } from 'node:crypto';
import type { Database } from '@imagesearch/service-kit/postgres/database';
import type { DatabaseEngine } from '@imagesearch/testkit/stores/databases';
import type { BilledAccount, IdempotencyKey, ReserveRequest } from '../../src/billing/ledger.js';
import { newQueryId } from '../../src/assets/file-addresses.js';
import { CreditLedger } from '../../src/billing/credit-ledger.js';
import { LedgerMaintenance } from '../../src/billing/maintenance.js';
import { UsageLog } from '../../src/accounts/usage.js';
import { openGatewayDatabase } from '../support/gateway-database.js';

export const RESERVATION_LIFETIME_MS = 60_000;
const SECRET = randomUUID();

/** A database of a test's own with everything that moves credits, under a clock that the test turns. */
export class LedgerHome {
  readonly database: Database;
  readonly ledger: CreditLedger;
  readonly maintenance: LedgerMaintenance;
  readonly usage: UsageLog;
  now: Date;

  private constructor(database: Database, now: Date) {
    const clock = () => this.now;
    this.database = database;
    this.now = now;
    this.ledger = new CreditLedger(database, { now: clock, reservationLifetimeMs: RESERVATION_LIFETIME_MS });
    this.maintenance = new LedgerMaintenance(database, clock);
    this.usage = new UsageLog(database, clock);
  }

  static async open(engine: DatabaseEngine, now: Date): Promise<LedgerHome> {
    return new LedgerHome(await openGatewayDatabase(engine), now);
  }

  close(): Promise<void> {
    return this.database.close();
  }

  pass(ms: number): void {
    this.now = new Date(this.now.getTime() + ms);
  }

  async newAccount(planCredits: number | null, billingDay = 1): Promise<BilledAccount> {
    const accountId = randomUUID();
    await this.database.query(
      `INSERT INTO gateway.accounts (id, name, plan, billing_day, created_at) VALUES ($1, $2, 'starter', $3, $4)`,
      [accountId, accountId, billingDay, this.now],
    );
    return { accountId, planCredits, billingDay };
  }

  async putOnPlan({ accountId }: BilledAccount, plan: string): Promise<void> {
    await this.database.query('UPDATE gateway.accounts SET plan = $2 WHERE id = $1', [accountId, plan]);
  }

  /** Kind, effect on plan credits, effect on packs and charge of each entry of an account, in order. */
  async entriesOf({ accountId }: BilledAccount): Promise<(string | number)[][]> {
    const { rows } = await this.database.query<{
      kind: string;
      plan_delta: number;
      pack_delta: number;
      charged: number;
    }>(
      'SELECT kind, plan_delta, pack_delta, charged FROM gateway.credit_ledger WHERE account_id = $1 ORDER BY id',
      [accountId],
    );
    return rows.map((row) => [row.kind, row.plan_delta, row.pack_delta, row.charged]);
  }

  /** Accounts whose wallet is not what their entries say. */
  async discrepancies(): Promise<unknown[]> {
    return (await this.database.query('SELECT * FROM gateway.credit_discrepancies')).rows;
  }
}

/** A search for which so many credits are to be reserved. */
export function requestOf(
  account: BilledAccount,
  credits: number,
  idempotency: IdempotencyKey | null = null,
): ReserveRequest {
  return {
    ...account,
    queryId: newQueryId(SECRET),
    endpoint: 'search',
    keyId: account.accountId,
    credits,
    idempotency,
  };
}
