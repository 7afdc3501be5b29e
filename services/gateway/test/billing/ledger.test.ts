import { createHash, randomUUID } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import { describeOnDatabases } from '@imagesearch/testkit/engines';
import { CreditLedger } from '../../src/billing/credit-ledger.js';
import { LedgerHome, requestOf, reservationOf, RESERVATION_LIFETIME_MS } from './ledger-home.js';
import type { BilledAccount, IdempotencyKey, Reservation, Settlement } from '../../src/billing/ledger.js';

const MID_NOVEMBER = new Date('2026-11-15T12:00:00Z');
const DAY_MS = 24 * 60 * 60_000;

describeOnDatabases('credits', (engine) => {
  const home = new LedgerHome(engine, MID_NOVEMBER);

  const reserve = (account: BilledAccount, credits: number, idempotency?: IdempotencyKey) =>
    reservationOf(home.ledger, requestOf(account, credits, idempotency));
  const settle = (reservation: Reservation, charged: number, more: Partial<Settlement> = {}) =>
    home.ledger.settle(reservation, { charged, assetIds: [], answer: null, ...more });
  const remaining = async (account: BilledAccount) => (await home.usage.readBalance(account)).remaining;

  it('are never overspent by a hundred searches at once on two gateways', async () => {
    const account = await home.newAccount(30);
    const other = new CreditLedger(home.database, {
      now: () => home.now,
      reservationLifetimeMs: RESERVATION_LIFETIME_MS,
    });
    const outcomes = await Promise.all(
      Array.from({ length: 100 }, async (_none, at) => {
        const ledger = at % 2 === 0 ? home.ledger : other;
        const reserved = await ledger.reserve(requestOf(account, 1));
        if (reserved.outcome === 'reserved')
          await ledger.settle(reserved.reservation, { charged: 1, assetIds: [], answer: null });
        return reserved.outcome;
      }),
    );
    expect(outcomes.filter((outcome) => outcome === 'reserved')).toHaveLength(30);
    expect(await home.usage.readBalance(account)).toMatchObject({ used: 30, reserved: 0, remaining: 0 });
  });

  it('count towards the day on which the search of a key began, also of one that failed', async () => {
    const account = await home.newAccount(50);
    const other = { ...requestOf(account, 2), keyId: randomUUID() };
    await settle(await reserve(account, 3), 3);
    await settle(await reserve(account, 5), 1);
    await home.ledger.release(await reserve(account, 2));
    const late = await reservationOf(home.ledger, other);
    const [today, tomorrow] = [home.now, new Date(home.now.getTime() + DAY_MS)].map((time) =>
      time.toISOString().slice(0, 10),
    );
    home.pass(DAY_MS);
    await settle(late, 2);
    await settle(late, 2);
    await settle(await reserve(account, 1), 1);
    const { rows } = await home.database.query(
      `SELECT day::text, key_id, searches, failed, credits FROM gateway.usage_days WHERE account_id = $1 ORDER BY day, searches`,
      [account.accountId],
    );
    const key_id = account.accountId;
    expect(rows).toEqual([
      { day: today, key_id: other.keyId, searches: 1, failed: 0, credits: 2 },
      { day: today, key_id, searches: 3, failed: 1, credits: 4 },
      { day: tomorrow, key_id, searches: 1, failed: 0, credits: 1 },
    ]);
    expect((await home.usage.readBalance(account)).used).toBe(7);
    home.pass(-DAY_MS);
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

  it('of gateways that died are released once by four replicas that sweep at once', async () => {
    home.pass(RESERVATION_LIFETIME_MS);
    await home.maintenance.expireReservations();
    const accounts = await Promise.all(Array.from({ length: 20 }, () => home.newAccount(10)));
    for (const account of accounts) await reserve(account, 3);
    home.pass(RESERVATION_LIFETIME_MS);
    let released = 0;
    while (released < accounts.length) {
      const swept = await Promise.all(Array.from({ length: 4 }, () => home.maintenance.expireReservations()));
      released += swept.reduce((sum, count) => sum + count, 0);
    }
    expect(released).toBe(accounts.length);
    for (const account of accounts) expect(await remaining(account)).toBe(10);
  });

  describe('over a billing date', () => {
    const atStart = new Date('2027-02-10T00:00:00Z');
    const nextPeriod = new Date('2027-02-28T00:00:00Z');

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

    it('the days of an account are forgotten a year after their period', async () => {
      home.now = atStart;
      const account = await home.newAccount(10, 31);
      await reserve(account, 1);
      const days = ['2026-01-30', '2026-01-31', '2027-02-10'];
      await home.database.query(
        `INSERT INTO gateway.usage_days SELECT $1, day, $1, 1, 0, 1 FROM unnest($2::date[]) AS day`,
        [account.accountId, days],
      );
      home.now = nextPeriod;
      await reserve(account, 1);
      const { rows } = await home.database.query<{ day: string }>(
        'SELECT day::text FROM gateway.usage_days WHERE account_id = $1 ORDER BY day',
        [account.accountId],
      );
      expect(rows.map(({ day }) => day)).toEqual(days.slice(1));
    });

    it.each([
      ['the next search', (account: BilledAccount) => reserve(account, 1)],
      ['maintenance', () => home.maintenance.openPeriods(new Map([['starter', 10]]))],
    ])('an account that a clock took years ahead is back with %s', async (_what, happens) => {
      home.now = new Date('2035-05-05T00:00:00Z');
      const account = await home.newAccount(10, 31);
      await home.putOnPlan(account, 'starter');
      await reserve(account, 10);
      await home.database.query(`INSERT INTO gateway.usage_days SELECT $1, '2027-02-10'::date, $1, 1, 0, 1`, [
        account.accountId,
      ]);
      home.now = atStart;
      await happens(account);
      const { rows } = await home.database.query<{ start: string; days: number }>(
        `SELECT period_start::date::text AS start,
                (SELECT count(*)::integer FROM gateway.usage_days d WHERE d.account_id = w.account_id) AS days
           FROM gateway.credit_wallets w WHERE account_id = $1`,
        [account.accountId],
      );
      expect(rows).toEqual([{ start: '2027-01-31', days: 1 }]);
      expect(await home.discrepancies()).toEqual([]);
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

  describe('under an Idempotency-Key', () => {
    const keyOf = (body: string): IdempotencyKey => ({
      key: randomUUID(),
      requestHash: createHash('sha256').update(body).digest(),
    });

    it('are forgotten after a day, and can then be another request', async () => {
      const account = await home.newAccount(10);
      const [key, swept] = [keyOf('a'), keyOf('a')];
      await settle(await reserve(account, 1, key), 1, { answer: Buffer.from('x') });
      await settle(await reserve(account, 1, swept), 1, { answer: Buffer.from('x') });
      home.pass(DAY_MS - 1);
      expect(await home.ledger.reserve(requestOf(account, 1, key))).toMatchObject({ outcome: 'replay' });
      home.pass(1);
      await reserve(account, 1, { ...keyOf('b'), key: key.key });
      await home.maintenance.expireAnswers();
      const { rows } = await home.database.query('SELECT 1 FROM gateway.idempotency_records WHERE key = $1', [
        swept.key,
      ]);
      expect(rows).toEqual([]);
    });
  });

  it('of every account equal the sum of their entries', async () => {
    expect(await home.discrepancies()).toEqual([]);
  });
});
