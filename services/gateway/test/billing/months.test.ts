import { expect, it } from '@jest/globals';
import { describeOnDatabases } from '@imagesearch/testkit/engines';
import { LedgerHome, searchFor } from './ledger-home.js';
import type { BilledAccount } from '../../src/billing/ledger.js';

const RETENTION = { queryLogMonths: 2, ledgerMonths: 3 };

describeOnDatabases('months of the ledger and the query log', (engine) => {
  const home = new LedgerHome(engine, new Date('2030-01-10T00:00:00Z'));

  const search = (account: BilledAccount, charged: number) => searchFor(home.ledger, account, charged);
  const partitionsOf = async (parent: string) => {
    const { rows } = await home.database.query<{ name: string }>(
      `SELECT c.relname AS name FROM pg_inherits i JOIN pg_class c ON c.oid = i.inhrelid
        WHERE i.inhparent = $1::regclass AND c.relname ~ '2030|2031' ORDER BY 1`,
      [`gateway.${parent}`],
    );
    return rows.map(({ name }) => name.slice(parent.length + 1));
  };
  const rowsIn = async (table: string) => {
    const { rows } = await home.database.query<{ count: number }>(
      `SELECT count(*)::integer AS count FROM gateway.${table}`,
    );
    return rows[0]?.count;
  };

  it('are created ahead, and rows from before a partition existed move into it', async () => {
    const account = await home.newAccount(100);
    await search(account, 3);
    expect(await rowsIn('queries_default')).toBe(1);
    expect(await rowsIn('credit_ledger_default')).toBe(3);
    await home.maintenance.maintainMonths(RETENTION);
    expect(await partitionsOf('queries')).toEqual(['2030_01', '2030_02', '2030_03']);
    expect(await rowsIn('queries_default')).toBe(0);
    expect(await rowsIn('credit_ledger_default')).toBe(0);
    expect(await rowsIn('queries_2030_01')).toBe(1);
    expect(await rowsIn('credit_ledger_2030_01')).toBe(3);
  });

  it('are dropped after their retention, and every balance stays the same', async () => {
    const busy = await home.newAccount(100);
    const idle = await home.newAccount(100);
    await home.ledger.addPack(idle, 10_000);
    await search(idle, 20);
    for (let month = 1; month <= 12; month += 1) {
      home.now = new Date(Date.UTC(2030, month, 5));
      await search(busy, 7);
      await home.maintenance.maintainMonths(RETENTION);
    }
    // January 2031: what came before November, or October for the ledger, is gone.
    expect(await partitionsOf('queries')).toEqual(['2030_11', '2030_12', '2031_01', '2031_02', '2031_03']);
    expect((await partitionsOf('credit_ledger'))[0]).toBe('2030_10');
    expect(await home.discrepancies()).toEqual([]);
    expect((await home.entriesOf(idle))[0]).toEqual(['opening', 80, 10_000, 0]);
    expect(await home.usage.readBalance(busy)).toMatchObject({ used: 7, remaining: 93 });
    expect(await home.usage.readBalance(idle)).toMatchObject({ remaining: 10_100, packs: 10_000 });
    await search(idle, 1);
    expect(await home.discrepancies()).toEqual([]);
  });

  it('are maintained once by four simultaneous replicas, while searches run', async () => {
    home.now = new Date('2031-06-05T00:00:00Z');
    const account = await home.newAccount(null);
    await Promise.all([
      ...Array.from({ length: 4 }, () => home.maintenance.maintainMonths(RETENTION)),
      ...Array.from({ length: 20 }, () => search(account, 1)),
    ]);
    await home.maintenance.maintainMonths(RETENTION);
    expect((await partitionsOf('queries')).slice(-3)).toEqual(['2031_06', '2031_07', '2031_08']);
    expect(await home.usage.listQueries(account.accountId, 100)).toHaveLength(20);
    expect(await home.discrepancies()).toEqual([]);
  });

  it('are all kept while the clock is years ahead, and dropped again once it is right', async () => {
    const [right, before] = [home.now, await partitionsOf('credit_ledger')];
    home.now = new Date('2039-06-05T00:00:00Z');
    const { dropped, implausible } = await home.maintenance.maintainMonths(RETENTION);
    expect(dropped).toEqual([]);
    expect(implausible).toEqual([
      expect.stringMatching(/^queries_/),
      expect.stringMatching(/^credit_ledger_/),
    ]);
    expect(await partitionsOf('credit_ledger')).toEqual(before);

    const account = await home.newAccount(100);
    home.now = new Date(right.getTime() + 31 * 24 * 3_600_000);
    await search(account, 1);
    expect((await home.maintenance.maintainMonths(RETENTION)).dropped.length).toBeGreaterThan(0);
    expect(await home.discrepancies()).toEqual([]);
  });
});
