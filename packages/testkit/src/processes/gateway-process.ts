import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { loadConfig } from '@imagesearch/gateway/config';
import { openOperatorStores } from '@imagesearch/gateway/stores';
import { openDatabase } from '@imagesearch/service-kit/postgres/database';
import { createLogger } from '@imagesearch/service-kit/logging';
import pg from 'pg';
import type { TestDatabase } from '../stores/databases.js';
import { freePort } from '../network/free-port.js';
import type { PlanName } from '../stack/test-stack.js';
import { until } from './until.js';

const ROOT = join(import.meta.dirname, '../../../..');

/** What the operating system and Node let a process have. */
export interface ProcessLimits {
  descriptorsMax?: number;
  heapMibMax?: number;
}

/** A gateway in a process of its own, as it is deployed, from what the build made. */
export class GatewayProcess {
  readonly env: Record<string, string>;
  readonly #limits: ProcessLimits;
  #process: ChildProcess | undefined;

  private constructor(env: Record<string, string>, limits: ProcessLimits) {
    this.env = env;
    this.#limits = limits;
  }

  /** One that is not started; its ports stay the same over its lives. */
  static async create(env: Record<string, string>, limits: ProcessLimits = {}): Promise<GatewayProcess> {
    const [port, opsPort] = [await freePort(), await freePort()];
    const own = { MIGRATE_AT_START: 'true', PORT: String(port), OPS_PORT: String(opsPort) };
    return new GatewayProcess({ ...env, ...own }, limits);
  }

  get port(): number {
    return Number(this.env['PORT']);
  }

  /** Of the process that runs now. */
  get pid(): number {
    const pid = this.#process?.pid;
    if (pid === undefined) throw new Error('the gateway does not run');
    return pid;
  }

  get baseUrl(): string {
    return `http://127.0.0.1:${this.env['PORT'] ?? ''}`;
  }

  async start(): Promise<void> {
    const { descriptorsMax, heapMibMax } = this.#limits;
    const heap = heapMibMax === undefined ? [] : [`--max-old-space-size=${heapMibMax}`];
    const command = [process.execPath, ...heap, 'services/gateway/dist/main.js'];
    // The shell becomes the gateway, so that the process id is the gateway's.
    const limit = descriptorsMax === undefined ? '' : `ulimit -n ${descriptorsMax} && `;
    const running = spawn('/bin/sh', ['-c', `${limit}exec "$@"`, 'sh', ...command], {
      cwd: ROOT,
      env: { ...process.env, ...this.env },
      stdio: 'ignore',
    });
    this.#process = running;
    await until(async () => {
      if (running.exitCode !== null) throw new Error(`the gateway ended with ${running.exitCode}`);
      return (await fetch(`${this.baseUrl}/v1/pricing`).catch(() => undefined))?.ok;
    });
  }

  async stop(signal: NodeJS.Signals): Promise<void> {
    const running = this.#process;
    this.#process = undefined;
    if (running?.exitCode !== null) return;
    const ended = once(running, 'exit');
    running.kill(signal);
    await ended;
  }

  /** The value of a metric without labels of its own. */
  async metric(name: string): Promise<number> {
    const page = await (await fetch(`http://127.0.0.1:${this.env['OPS_PORT'] ?? ''}/metrics`)).text();
    const line = page.split('\n').find((text) => text.startsWith(`${name}{`));
    return Number(line?.split(' ').at(-1));
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
export async function ledgerOf(home: TestDatabase) {
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

/** The books of all accounts together. */
export interface Books {
  charged: number;
  reserved: number;
  /** Accounts whose balance is not what their ledger says. */
  discrepancies: number;
}

/** What the gateways of this database have charged so far. */
export async function readBooks(databaseUrl: string): Promise<Books> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    const { rows } = await client.query<Books>(
      `SELECT coalesce(sum(charged), 0)::int AS charged,
              coalesce(sum(plan_reserved), 0)::int AS reserved,
              (SELECT count(*)::int FROM gateway.credit_discrepancies) AS discrepancies
         FROM gateway.credit_wallets`,
    );
    return rows[0] ?? { charged: 0, reserved: 0, discrepancies: 0 };
  } finally {
    await client.end();
  }
}
