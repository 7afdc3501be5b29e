import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { openDatabase, type Database } from '@imagesearch/service-kit/database';
import { createLogger } from '@imagesearch/service-kit/logging';
import { DATABASE_ENGINES, type TestDatabase } from '../../../tests/support/databases.js';
import type { Account } from '../src/domain/account.js';
import { MIGRATIONS_DIR } from '../src/migrations-dir.js';
import { AccountStore } from '../src/store/accounts.js';
import { CreditLedger, type BilledQuery } from '../src/store/credit-ledger.js';
import { QueryCapabilities } from '../src/store/query-capabilities.js';

const PERIOD = { startsAt: new Date('2026-11-01T00:00:00Z'), endsAt: new Date('2026-12-01T00:00:00Z') };
const NEXT_PERIOD = { startsAt: PERIOD.endsAt, endsAt: new Date('2027-01-01T00:00:00Z') };

describe.each(DATABASE_ENGINES)('the gateway’s stores on $name', (engine) => {
  let home: TestDatabase;
  let database: Database;
  let accounts: AccountStore;
  let ledger: CreditLedger;

  beforeAll(async () => {
    home = await engine.create();
    database = await openDatabase({
      url: home.url,
      embeddedDir: join(home.dir, 'postgres'),
      schema: 'gateway',
      migrationsDir: MIGRATIONS_DIR,
      logger: createLogger({ service: 'test', level: 'silent' }),
    });
    accounts = new AccountStore(database);
    ledger = new CreditLedger(database);
  });

  afterAll(async () => {
    await database.close();
    await home.drop();
  });

  const newAccount = (): Promise<Account> =>
    accounts.ensureAccount({ name: randomUUID(), plan: 'starter', billingDay: 1 });
  const reserve = (account: Account, credits: number, granted: number | null = 10, period = PERIOD) =>
    ledger.reserve({ accountId: account.id, period, granted, credits });
  const reservationOf = async (account: Account, credits: number, granted: number | null = 10) => {
    const reservation = await reserve(account, credits, granted);
    if (!reservation) throw new Error('nothing was reserved');
    return reservation.id;
  };
  const billed = (account: Account, charged: number, assetIds: string[] = []): BilledQuery => ({
    queryId: `q_${randomUUID().replaceAll('-', '')}`,
    accountId: account.id,
    endpoint: 'search',
    assetIds,
    charged,
    expiresAt: new Date(Date.now() + 60_000),
  });
  const entriesOf = async (account: Account) => {
    const { rows } = await database.query<{ kind: string; credits: number }>(
      'SELECT kind, credits FROM gateway.credit_ledger WHERE account_id = $1 ORDER BY id',
      [account.id],
    );
    return rows.map(({ kind, credits }) => [kind, credits]);
  };

  describe('accounts', () => {
    it('of a known name are the same account, on the plan last given', async () => {
      const account = await newAccount();
      const moved = await accounts.ensureAccount({ name: account.name, plan: 'scale', billingDay: 9 });
      expect(moved).toEqual({ ...account, plan: 'scale' });
    });
  });

  describe('credits', () => {
    it('are held, then charged by what was returned, and the rest comes back', async () => {
      const account = await newAccount();
      const reservation = await reserve(account, 4);
      expect(reservation?.remaining).toBe(6);
      expect(await ledger.settle(String(reservation?.id), billed(account, 1))).toBe(9);
      expect(await ledger.remaining(account.id, PERIOD, 10)).toBe(9);
      expect(await entriesOf(account)).toEqual([
        ['grant', 10],
        ['reserve', 4],
        ['settle', 1],
      ]);
    });

    it('of a failed search come back whole', async () => {
      const account = await newAccount();
      await ledger.release(await reservationOf(account, 4));
      expect(await ledger.remaining(account.id, PERIOD, 10)).toBe(10);
      expect((await entriesOf(account)).at(-1)).toEqual(['release', 4]);
    });

    it('are refused when too few are left, and the refusal changes nothing', async () => {
      const account = await newAccount();
      await reservationOf(account, 8);
      expect(await reserve(account, 3)).toBeUndefined();
      expect(await ledger.remaining(account.id, PERIOD, 10)).toBe(2);
      expect(await reserve(account, 2)).toBeDefined();
      expect(await reserve(account, 11)).toBeUndefined();
    });

    it('are never overspent by a hundred searches at once', async () => {
      const account = await newAccount();
      const outcomes = await Promise.all(
        Array.from({ length: 100 }, async () => {
          const reservation = await reserve(account, 1, 30);
          if (!reservation) return 'refused';
          await ledger.settle(reservation.id, billed(account, 1));
          return 'charged';
        }),
      );
      expect(outcomes.filter((outcome) => outcome === 'charged')).toHaveLength(30);
      expect(await ledger.remaining(account.id, PERIOD, 30)).toBe(0);
    });

    it('held by a gateway that died come back once they lapse', async () => {
      const account = await newAccount();
      const id = await reservationOf(account, 10);
      await database.query(
        `UPDATE gateway.credit_reservations SET expires_at = now() - interval '1 second' WHERE id = $1`,
        [id],
      );
      expect(await reserve(account, 10)).toBeDefined();
      await expect(ledger.settle(id, billed(account, 1))).rejects.toThrow(/lapsed/);
    });

    it('of one period do not run into the next', async () => {
      const account = await newAccount();
      await reservationOf(account, 10);
      expect((await reserve(account, 1, 10, NEXT_PERIOD))?.remaining).toBe(9);
    });

    it('have no limit on a plan that names none', async () => {
      const account = await newAccount();
      const reservation = await reserve(account, 10, null);
      expect(reservation?.remaining).toBeNull();
      expect(await ledger.settle(String(reservation?.id), billed(account, 10))).toBeNull();
    });

    it('settle a reservation once: a second time charges nothing', async () => {
      const account = await newAccount();
      const id = await reservationOf(account, 2);
      await ledger.settle(id, billed(account, 2));
      await expect(ledger.settle(id, billed(account, 2))).rejects.toThrow();
      expect(await ledger.remaining(account.id, PERIOD, 10)).toBe(8);
    });
  });

  describe('file capabilities', () => {
    it('open the pictures of their own answer only, and only until they expire', async () => {
      const capabilities = new QueryCapabilities(database);
      const account = await newAccount();
      const query = billed(account, 1, ['openmoji:1F600', "odd:it's"]);
      await ledger.settle(await reservationOf(account, 1), query);
      expect(await capabilities.opens(query.queryId, 'openmoji:1F600', new Date())).toBe(true);
      expect(await capabilities.opens(query.queryId, "odd:it's", new Date())).toBe(true);
      expect(await capabilities.opens(query.queryId, 'openmoji:1F601', new Date())).toBe(false);
      expect(await capabilities.opens('q_unknown', 'openmoji:1F600', new Date())).toBe(false);
      expect(await capabilities.opens(query.queryId, 'openmoji:1F600', query.expiresAt)).toBe(false);
    });
  });
});
