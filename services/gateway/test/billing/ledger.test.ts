import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { describeOnDatabases } from '@imagesearch/testkit/engines';
import type { BilledAccount, Reservation, Settlement } from '../../src/billing/ledger.js';
import { LedgerHome, requestOf, RESERVATION_LIFETIME_MS } from './ledger-home.js';

const MID_NOVEMBER = new Date('2026-11-15T12:00:00Z');
const DAY_MS = 24 * 60 * 60_000;

describeOnDatabases('credits', (engine) => {
  let home: LedgerHome;

  beforeAll(async () => {
    home = await LedgerHome.open(engine, MID_NOVEMBER);
  });
  afterAll(() => home.close());

  const reserve = async (account: BilledAccount, credits: number) => {
    const reserved = await home.ledger.reserve(requestOf(account, credits));
    if (reserved.outcome !== 'reserved') throw new Error(`nothing was reserved: ${reserved.outcome}`);
    return reserved.reservation;
  };
  const settle = (reservation: Reservation, charged: number, more: Partial<Settlement> = {}) =>
    home.ledger.settle(reservation, { charged, assetIds: [], answer: null, ...more });
  const remaining = async (account: BilledAccount) => (await home.usage.readBalance(account)).remaining;
  it('are reserved, then charged by the number of results, and the rest is released', async () => {
    const account = await home.newAccount(10);
    const reservation = await reserve(account, 4);
    expect(await home.usage.readBalance(account)).toMatchObject({
      granted: 10,
      used: 0,
      reserved: 4,
      remaining: 6,
    });
    expect(await settle(reservation, 1)).toEqual({ outcome: 'settled', remaining: 9 });
    expect(await home.usage.readBalance(account)).toMatchObject({
      granted: 10,
      used: 1,
      reserved: 0,
      remaining: 9,
    });
    expect(await home.entriesOf(account)).toEqual([
      ['grant', 10, 0, 0],
      ['reserve', -4, 0, 0],
      ['settle', 3, 0, 1],
    ]);
  });

  it('of a failed search are released completely, and the search is logged', async () => {
    const account = await home.newAccount(10);
    await home.ledger.release(await reserve(account, 4));
    expect(await remaining(account)).toBe(10);
    expect((await home.entriesOf(account)).at(-1)).toEqual(['release', 4, 0, 0]);
    expect(await home.usage.listQueries(account.accountId, 100)).toMatchObject([
      { status: 'failed', charged: 0 },
    ]);
  });

  it('are refused when too few are left, and the refusal changes nothing', async () => {
    const account = await home.newAccount(10);
    await reserve(account, 8);
    expect(await home.ledger.reserve(requestOf(account, 3))).toEqual({
      outcome: 'exhausted',
      remaining: 2,
      resetsAt: new Date('2026-12-01T00:00:00Z'),
    });
    expect(await remaining(account)).toBe(2);
    await reserve(account, 2);
    expect(await remaining(account)).toBe(0);
  });

  it('are never overspent by a hundred searches at once', async () => {
    const account = await home.newAccount(30);
    const outcomes = await Promise.all(
      Array.from({ length: 100 }, async () => {
        const reserved = await home.ledger.reserve(requestOf(account, 1));
        if (reserved.outcome === 'reserved') await settle(reserved.reservation, 1);
        return reserved.outcome;
      }),
    );
    expect(outcomes.filter((outcome) => outcome === 'reserved')).toHaveLength(30);
    expect(await home.usage.readBalance(account)).toMatchObject({ used: 30, reserved: 0, remaining: 0 });
  });

  it('cannot become negative by any statement', async () => {
    const account = await home.newAccount(10);
    await reserve(account, 4);
    await expect(
      home.database.query('UPDATE gateway.credit_wallets SET plan_available = -1 WHERE account_id = $1', [
        account.accountId,
      ]),
    ).rejects.toThrow(/check constraint/);
  });

  it('are charged at most what was reserved', async () => {
    const account = await home.newAccount(10);
    const reservation = await reserve(account, 2);
    await expect(settle(reservation, 3)).rejects.toThrow(/exceeds the 2 reserved credits/);
    expect(await settle(reservation, 2)).toEqual({ outcome: 'settled', remaining: 8 });
  });

  it('settle a reservation once: a second settlement confirms the charge and adds nothing', async () => {
    const account = await home.newAccount(10);
    const reservation = await reserve(account, 2);
    expect(await settle(reservation, 2)).toEqual({ outcome: 'settled', remaining: 8 });
    expect(await settle(reservation, 2)).toEqual({ outcome: 'settled', remaining: 8 });
    await home.ledger.release(reservation);
    expect(await home.usage.readBalance(account)).toMatchObject({ used: 2, reserved: 0, remaining: 8 });
  });

  it('without a limit are counted and never refused', async () => {
    const account = await home.newAccount(null);
    const reservation = await reserve(account, 10);
    expect(await settle(reservation, 7)).toEqual({ outcome: 'settled', remaining: null });
    expect(await home.usage.readBalance(account)).toMatchObject({ granted: null, used: 7, remaining: null });
  });

  it('the ledger is append-only', async () => {
    const account = await home.newAccount(10);
    await reserve(account, 1);
    for (const change of [
      'UPDATE gateway.credit_ledger SET plan_delta = 0',
      'DELETE FROM gateway.credit_ledger',
    ]) {
      await expect(home.database.query(change)).rejects.toThrow(/append-only/);
    }
  });

  describe('left behind by a gateway that died', () => {
    it('are released by a sweep, and a settlement that comes too late charges nothing', async () => {
      const account = await home.newAccount(10);
      const reservation = await reserve(account, 10);
      await home.maintenance.expireReservations();
      expect(await remaining(account)).toBe(0);
      home.pass(RESERVATION_LIFETIME_MS);
      expect(await home.maintenance.expireReservations()).toBeGreaterThanOrEqual(1);
      expect(await remaining(account)).toBe(10);
      expect(await settle(reservation, 1)).toEqual({ outcome: 'expired' });
      expect(await remaining(account)).toBe(10);
    });

    it('are released by the next reservation, without waiting for a sweep', async () => {
      const account = await home.newAccount(10);
      await reserve(account, 10);
      home.pass(RESERVATION_LIFETIME_MS);
      await reserve(account, 10);
    });

    it('are released once by four replicas that sweep at once', async () => {
      home.pass(RESERVATION_LIFETIME_MS);
      await home.maintenance.expireReservations();
      const accounts = await Promise.all(Array.from({ length: 20 }, () => home.newAccount(10)));
      for (const account of accounts) await reserve(account, 3);
      home.pass(RESERVATION_LIFETIME_MS);
      let released = 0;
      while (released < accounts.length) {
        const swept = await Promise.all(
          Array.from({ length: 4 }, () => home.maintenance.expireReservations()),
        );
        released += swept.reduce((sum, count) => sum + count, 0);
      }
      expect(released).toBe(accounts.length);
      for (const account of accounts) expect(await remaining(account)).toBe(10);
    });
  });

  describe('over a billing date', () => {
    const atStart = new Date('2027-02-10T00:00:00Z');
    const nextPeriod = new Date('2027-02-28T00:00:00Z');

    it('expire when unused, on the last day of a month that lacks the billing day', async () => {
      home.now = atStart;
      const account = await home.newAccount(10, 31);
      await settle(await reserve(account, 4), 4);
      home.now = new Date(nextPeriod.getTime() - 1);
      expect(await remaining(account)).toBe(6);
      home.now = nextPeriod;
      expect(await remaining(account)).toBe(10);
      await home.maintenance.openPeriods(new Map([['starter', 10]]));
      expect((await home.entriesOf(account)).slice(-2)).toEqual([
        ['expire', -6, 0, 0],
        ['grant', 10, 0, 0],
      ]);
      await home.maintenance.openPeriods(new Map([['starter', 10]]));
      expect(await home.entriesOf(account)).toHaveLength(5);
    });

    it('an account on a plan that the price list lacks stays as it is, and does not hold up the others', async () => {
      home.now = atStart;
      const [unknown, known] = [await home.newAccount(10, 31), await home.newAccount(10, 31)];
      for (const account of [unknown, known]) await reserve(account, 4);
      await home.putOnPlan(unknown, 'gold');
      home.now = nextPeriod;
      await home.maintenance.openPeriods(new Map([['starter', 20]]));
      expect((await home.entriesOf(unknown)).at(-1)).toEqual(['reserve', -4, 0, 0]);
      expect((await home.entriesOf(known)).at(-1)).toEqual(['grant', 20, 0, 0]);
    });

    it('a reservation settles against the period it was made in', async () => {
      home.now = new Date(nextPeriod.getTime() - 1);
      const account = await home.newAccount(10, 31);
      const reservation = await reserve(account, 4);
      home.now = nextPeriod;
      await reserve(account, 10);
      expect(await settle(reservation, 1)).toEqual({ outcome: 'settled', remaining: 0 });
      expect(await home.usage.readBalance(account)).toMatchObject({ granted: 10, used: 0, reserved: 10 });
      expect((await home.entriesOf(account)).slice(-2)).toEqual([
        ['settle', 3, 0, 1],
        ['expire', -3, 0, 0],
      ]);
    });

    it('a replica whose clock is behind does not bring the past period back', async () => {
      home.now = nextPeriod;
      const account = await home.newAccount(10, 31);
      await reserve(account, 4);
      home.now = atStart;
      await reserve(account, 6);
      expect(await home.ledger.reserve(requestOf(account, 1))).toMatchObject({
        outcome: 'exhausted',
        remaining: 0,
      });
    });
  });

  describe('of packs', () => {
    it('are used last, and do not expire with the period', async () => {
      home.now = MID_NOVEMBER;
      const account = await home.newAccount(10);
      expect(await home.ledger.addPack(account, 100)).toBe(100);
      const reservation = await reserve(account, 14);
      expect((await home.entriesOf(account)).at(-1)).toEqual(['reserve', -10, -4, 0]);
      expect(await settle(reservation, 12)).toEqual({ outcome: 'settled', remaining: 98 });
      expect((await home.entriesOf(account)).at(-1)).toEqual(['settle', 0, 2, 12]);
      home.pass(30 * DAY_MS);
      expect(await home.usage.readBalance(account)).toMatchObject({ remaining: 108, packs: 98 });
      await reserve(account, 108);
    });

    it('reserved over a billing date come back to the packs, and plan credits reserved beside them expire', async () => {
      home.now = MID_NOVEMBER;
      const account = await home.newAccount(10);
      await home.ledger.addPack(account, 5);
      const reservation = await reserve(account, 15);
      home.pass(30 * DAY_MS);
      await reserve(account, 1);
      await home.ledger.release(reservation);
      expect(await home.usage.readBalance(account)).toMatchObject({ remaining: 14, packs: 5 });
    });
  });

  it('of every account equal the sum of their entries', async () => {
    expect(await home.discrepancies()).toEqual([]);
  });
});
