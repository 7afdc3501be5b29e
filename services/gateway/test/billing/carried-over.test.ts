import { copyFile, mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { randomUUID } from 'node:crypto';
import { afterEach, describe, expect, it } from '@jest/globals';
import { openDatabase, type Database } from '@imagesearch/service-kit/database';
import { createLogger } from '@imagesearch/service-kit/logging';
import { DATABASE_ENGINES, type TestDatabase } from '@imagesearch/testkit/databases';
import { MIGRATIONS_DIR } from '../../src/migrations-dir.js';
import { CreditLedger } from '../../src/store/credit-ledger.js';
import { QueryCapabilities } from '../../src/store/query-capabilities.js';
import { UsageLog } from '../../src/store/usage-log.js';

const FIRST_MIGRATION = '0001_accounts-and-credits.sql';
const OCTOBER = '2026-10-01T00:00:00Z';
const NOVEMBER = '2026-11-01T00:00:00Z';
const DECEMBER = '2026-12-01T00:00:00Z';
const NOW = new Date('2026-11-15T12:00:00Z');

describe.each(DATABASE_ENGINES)('what the first schema held, on $name', (engine) => {
  let home: TestDatabase;
  let database: Database;

  const open = (migrationsDir: string): Promise<Database> =>
    openDatabase({
      url: home.url,
      embeddedDir: join(home.dir, 'postgres'),
      schema: 'gateway',
      migrationsDir,
      logger: createLogger({ service: 'test', level: 'silent' }),
    });

  afterEach(async () => {
    await database.close();
    await home.drop();
  });

  it('is there after the move to wallets and months: balances, reservations, entries, searches', async () => {
    home = await engine.create();
    const firstOnly = join(home.dir, 'migrations');
    await mkdir(firstOnly);
    await copyFile(join(MIGRATIONS_DIR, FIRST_MIGRATION), join(firstOnly, FIRST_MIGRATION));
    database = await open(firstOnly);
    const [metered, unmetered] = [await fill(100), await fill(null)];
    await database.close();

    database = await open(MIGRATIONS_DIR);
    const { rows: wrong } = await database.query('SELECT * FROM gateway.credit_discrepancies');
    expect(wrong).toEqual([]);
    const now = () => NOW;
    const usage = new UsageLog(database, now);
    const ledger = new CreditLedger(database, { now, reservationLifetimeMs: 60_000 });
    for (const { account, planCredits, queryId, reservationId } of [metered, unmetered]) {
      const billed = { accountId: account, planCredits, billingDay: 1 };
      const before = { granted: planCredits, used: 3, reserved: 7, remaining: planCredits && 90 };
      expect(await usage.balanceOf(billed)).toMatchObject(before);
      expect(await usage.latestQueries(account, 10)).toMatchObject([
        { status: 'in_flight' },
        { queryId, status: 'answered', charged: 3 },
      ]);
      const capability = await new QueryCapabilities(database).find(queryId, NOW);
      expect(capability?.assetIds).toContain('a:b');
      await ledger.release({ accountId: account, queryId: `q_${reservationId.replaceAll('-', '')}` });
      expect(await usage.balanceOf(billed)).toMatchObject({ reserved: 0, remaining: planCredits && 97 });
    }
    expect((await database.query('SELECT * FROM gateway.credit_discrepancies')).rows).toEqual([]);
    const { rows: strays } = await database.query(
      'SELECT 1 FROM gateway.credit_ledger_default UNION ALL SELECT 1 FROM gateway.queries_default',
    );
    expect(strays).toEqual([]);
  });

  /** An account with an October that is over, and in November a charge of 3 and 7 credits held. */
  async function fill(planCredits: number | null) {
    const [account, settled, reservationId] = [randomUUID(), randomUUID(), randomUUID()];
    const queryId = `q_${account.replaceAll('-', '')}`;
    await database.query(
      `INSERT INTO gateway.accounts (id, name, plan, billing_day, created_at) VALUES ($1, $2, 'starter', 1, $3)`,
      [account, account, OCTOBER],
    );
    for (const [start, end, charged, reserved] of [
      [OCTOBER, NOVEMBER, 5, 0],
      [NOVEMBER, DECEMBER, 3, 7],
    ] as const) {
      await database.query(
        `INSERT INTO gateway.credit_periods (account_id, starts_at, ends_at, granted, charged, reserved)
         VALUES ($1, $2, $3, $4, $5, $6)`,
        [account, start, end, planCredits, charged, reserved],
      );
    }
    const october = randomUUID();
    const entries: [string, string, number, string | null][] = [
      // Fifty were granted before the plan changed to one with a hundred, which left no entry.
      ...(planCredits === null ? [] : ([[OCTOBER, 'grant', 50, null]] as [string, string, number, null][])),
      [OCTOBER, 'reserve', 10, october],
      [OCTOBER, 'settle', 5, october],
      ...(planCredits === null ? [] : ([[NOVEMBER, 'grant', 100, null]] as [string, string, number, null][])),
      [NOVEMBER, 'reserve', 4, settled],
      [NOVEMBER, 'settle', 3, settled],
      [NOVEMBER, 'reserve', 7, reservationId],
    ];
    for (const [at, kind, credits, reservation] of entries) {
      await database.query(
        `INSERT INTO gateway.credit_ledger (account_id, period_start, kind, credits, reservation_id, created_at)
         VALUES ($1, $2, $3, $4, $5, $2)`,
        [account, at, kind, credits, reservation],
      );
    }
    await database.query(
      `INSERT INTO gateway.credit_reservations (id, account_id, starts_at, credits, expires_at)
       VALUES ($1, $2, $3, 7, $4)`,
      [reservationId, account, NOVEMBER, NOW],
    );
    await database.query(
      `INSERT INTO gateway.queries (query_id, account_id, endpoint, asset_ids, charged, created_at, expires_at)
       VALUES ($1, $2, 'search', '{a:b}', 3, $3::timestamptz - interval '1 hour', $3::timestamptz + interval '1 day')`,
      [queryId, account, NOW],
    );
    return { account, planCredits, queryId, reservationId };
  }
});
