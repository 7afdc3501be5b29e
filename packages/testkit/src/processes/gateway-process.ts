import { join } from 'node:path';
import { loadConfig } from '@imagesearch/gateway/config';
import { openOperatorStores } from '@imagesearch/gateway/stores';
import { openDatabase } from '@imagesearch/service-kit/postgres/database';
import { createLogger } from '@imagesearch/service-kit/logging';
import type { TestDatabase } from '../stores/databases.js';
import { freePort } from '../network/free-port.js';
import type { PlanName } from '../stack/test-stack.js';
import { ServiceProcess, type ProcessLimits } from './service-process.js';

const ROOT = join(import.meta.dirname, '../../../..');

/** A gateway in a process of its own, at ports that stay the same over its lives. */
export class GatewayProcess extends ServiceProcess {
  /** One that is not started. */
  static async create(env: Record<string, string>, limits: ProcessLimits = {}): Promise<GatewayProcess> {
    const [port, opsPort] = [await freePort(), await freePort()];
    const own = { MIGRATE_AT_START: 'true', PORT: String(port), OPS_PORT: String(opsPort) };
    const address = `http://127.0.0.1:${opsPort}`;
    return new GatewayProcess({ name: 'gateway', address, env: { ...env, ...own }, limits });
  }

  get port(): number {
    return Number(this.env['PORT']);
  }

  get baseUrl(): string {
    return `http://127.0.0.1:${this.port}`;
  }
}

/** A key of a new account on each of these plans, by the accounts' names. No gateway of embedded stores may run. */
export async function createKeys<Name extends string>(
  env: Record<string, string>,
  plans: Readonly<Record<Name, PlanName>>,
): Promise<Record<Name, string>> {
  const stores = await openOperatorStores(loadConfig(env));
  try {
    const keys: [string, string][] = [];
    for (const [name, plan] of Object.entries<PlanName>(plans)) {
      const account = await stores.accounts.ensure({ name, plan, billingDay: 1 });
      keys.push([name, (await stores.keys.create(account.id, { environment: 'live' })).key]);
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
    schema: 'gateway',
    migrationsDir: join(ROOT, 'services/gateway/migrations'),
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
