import { randomUUID } from 'node:crypto';
import type { Database } from '@imagesearch/service-kit/postgres/database';
import type { DatabaseEngine } from '@imagesearch/testkit/stores/databases';
import { newQueryId } from '../../src/assets/file-addresses.js';
import { CreditLedger } from '../../src/billing/credit-ledger.js';
import { LedgerMaintenance } from '../../src/billing/maintenance.js';
import { UsageLog } from '../../src/accounts/usage.js';
import { databaseForAll } from '../support/gateway-database.js';
import type { BilledAccount, IdempotencyKey, Reservation, ReserveRequest } from '../../src/billing/ledger.js';

export const RESERVATION_LIFETIME_MS = 60_000;
const SECRET = randomUUID();

/** A database with everything that moves credits, under a clock that the tests turn. The suite that makes it opens and closes it. */
export class LedgerHome {
  readonly database: Pick<Database, 'query'>;
  readonly ledger: CreditLedger;
  readonly maintenance: LedgerMaintenance;
  readonly usage: UsageLog;
  now: Date;

  constructor(engine: DatabaseEngine, start: Date) {
    this.now = start;
    const now = () => this.now;
    this.database = databaseForAll(engine);
    this.ledger = new CreditLedger(this.database, { now, reservationLifetimeMs: RESERVATION_LIFETIME_MS });
    this.maintenance = new LedgerMaintenance(this.database, now);
    this.usage = new UsageLog(this.database, now);
  }

  pass(ms: number): void {
    this.now = new Date(this.now.getTime() + ms);
  }

  async newAccount(planCredits: number | null, billingDay = 1): Promise<BilledAccount> {
    return newAccount(this.database, { planCredits, billingDay, createdAt: this.now });
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

export async function newAccount(
  database: Pick<Database, 'query'>,
  { planCredits = null as number | null, billingDay = 1, createdAt = new Date() } = {},
): Promise<BilledAccount> {
  const accountId = randomUUID();
  await database.query(
    `INSERT INTO gateway.accounts (id, name, plan, billing_day, created_at) VALUES ($1, $2, 'starter', $3, $4)`,
    [accountId, accountId, billingDay, createdAt],
  );
  return { accountId, planCredits, billingDay };
}

/** The reservation for a search that must get one. */
export async function reservationOf(ledger: CreditLedger, request: ReserveRequest): Promise<Reservation> {
  const reserved = await ledger.reserve(request);
  if (reserved.outcome !== 'reserved') throw new Error(`nothing was reserved: ${reserved.outcome}`);
  return reserved.reservation;
}

/** A search that is charged as much as it reserved. */
export async function searchFor(
  ledger: CreditLedger,
  account: BilledAccount,
  charged: number,
): Promise<void> {
  const reservation = await reservationOf(ledger, requestOf(account, charged));
  await ledger.settle(reservation, { charged, assetIds: [], answer: null });
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
