import { join } from 'node:path';
import type { Scope } from '@imagesearch/gateway/keys/api-key';
import { loadConfig } from '@imagesearch/gateway/config';
import { GATEWAY_SCHEMA, openOperatorStores } from '@imagesearch/gateway/stores';
import { openDatabase } from '@imagesearch/service-kit/postgres/database';
import { createLogger } from '@imagesearch/service-kit/logging';
import type { TestDatabase } from './databases.js';
import type { PlanName } from '../stack/test-stack.js';

/** A key of a new account on each of these plans, by the accounts' names. No gateway of embedded stores may run. */
export async function createKeys<Name extends string>(
  env: Readonly<Record<string, string>>,
  plans: Readonly<Record<Name, PlanName>>,
  scopes?: readonly Scope[],
): Promise<Record<Name, string>> {
  const stores = await openOperatorStores(loadConfig(env));
  try {
    const keys: [string, string][] = [];
    for (const [name, plan] of Object.entries<PlanName>(plans)) {
      const account = await stores.accounts.ensure({ name, plan, billingDay: 1 });
      const created = await stores.keys.create(account.id, {
        environment: 'live',
        ...(scopes && { scopes }),
      });
      keys.push([name, created.key]);
    }
    return Object.fromEntries(keys) as Record<Name, string>;
  } finally {
    await stores.close();
  }
}

/** A search on record. */
interface LoggedRow {
  account: string;
  query_id: string;
  status: string;
  idempotency_key: string | null;
  charged: number;
  created_at: Date;
}

/** What the ledger holds once no gateway of an embedded store runs. */
export async function ledgerOf(home: Pick<TestDatabase, 'url' | 'dir'>) {
  const database = await openDatabase({
    url: home.url,
    embeddedDir: join(home.dir, 'gateway', 'postgres'),
    ...GATEWAY_SCHEMA,
    logger: createLogger({ service: 'test', level: 'silent' }),
  });
  try {
    const { rows } = await database.query<LoggedRow>(
      `SELECT a.name AS account, query_id, status, idempotency_key, charged, q.created_at
         FROM gateway.queries q JOIN gateway.accounts a ON a.id = q.account_id ORDER BY q.created_at`,
    );
    const { rows: wallets } = await database.query<{ account: string; used: number; reserved: number }>(
      `SELECT a.name AS account, w.charged AS used, w.plan_reserved AS reserved
         FROM gateway.credit_wallets w JOIN gateway.accounts a ON a.id = w.account_id`,
    );
    const { rows: discrepancies } = await database.query('SELECT * FROM gateway.credit_discrepancies');
    return { rows, wallets: new Map(wallets.map((wallet) => [wallet.account, wallet])), discrepancies };
  } finally {
    await database.close();
  }
}
