import { createHash, randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { describeOnDatabases } from '@imagesearch/testkit/engines';
import type { BilledAccount, IdempotencyKey, Reservation, Settlement } from '../../src/billing/ledger.js';
import { LedgerHome, requestOf, RESERVATION_LIFETIME_MS } from './ledger-home.js';

const MID_NOVEMBER = new Date('2026-11-15T12:00:00Z');
const DAY_MS = 24 * 60 * 60_000;

describeOnDatabases('credits under plans and keys', (engine) => {
  let home: LedgerHome;

  beforeAll(async () => {
    home = await LedgerHome.open(engine, MID_NOVEMBER);
  });
  afterAll(() => home.close());

  const reserve = async (account: BilledAccount, credits: number, idempotency?: IdempotencyKey) => {
    const reserved = await home.ledger.reserve(requestOf(account, credits, idempotency));
    if (reserved.outcome !== 'reserved') throw new Error(`nothing was reserved: ${reserved.outcome}`);
    return reserved.reservation;
  };
  const settle = (reservation: Reservation, charged: number, more: Partial<Settlement> = {}) =>
    home.ledger.settle(reservation, { charged, assetIds: [], answer: null, ...more });
  const remaining = async (account: BilledAccount) => (await home.usage.readBalance(account)).remaining;
  const keyOf = (body: string): IdempotencyKey => ({
    key: randomUUID(),
    requestHash: createHash('sha256').update(body).digest(),
  });

  describe('when the plan changes', () => {
    it('to a larger plan adds the difference at once', async () => {
      const account = await home.newAccount(10);
      await settle(await reserve(account, 8), 8);
      expect(await remaining({ ...account, planCredits: 30 })).toBe(22);
      await reserve({ ...account, planCredits: 30 }, 22);
      expect((await home.entriesOf(account)).at(-2)).toEqual(['grant', 20, 0, 0]);
    });

    it('to a smaller plan, spent credits stay spent, and changing up and down gains nothing', async () => {
      const account = await home.newAccount(30);
      await settle(await reserve(account, 20), 20);
      const less = { ...account, planCredits: 10 };
      expect(await home.ledger.reserve(requestOf(less, 1))).toMatchObject({
        outcome: 'exhausted',
        remaining: 0,
      });
      expect((await home.entriesOf(account)).at(-1)).toEqual(['expire', -10, 0, 0]);
      await reserve(account, 10);
      expect(await remaining(account)).toBe(0);
    });

    it('to one without a limit and back restores the limit', async () => {
      const account = await home.newAccount(10);
      await settle(await reserve(account, 4), 4);
      await settle(await reserve({ ...account, planCredits: null }, 50), 50);
      expect(await remaining(account)).toBe(6);
      await reserve(account, 6);
      expect(await remaining(account)).toBe(0);
    });

    it('a grant of the operator lasts through changes of plan, and expires with the period', async () => {
      const account = await home.newAccount(10);
      expect(await home.ledger.grant(account, 5)).toBe(15);
      expect(await remaining({ ...account, planCredits: 20 })).toBe(25);
      expect(await home.usage.readBalance(account)).toMatchObject({ granted: 15, remaining: 15 });
      home.pass(31 * DAY_MS);
      expect(await remaining(account)).toBe(10);
    });
  });

  describe('under an Idempotency-Key', () => {
    it('are charged once: the same request again gets the stored answer, another one is refused', async () => {
      const account = await home.newAccount(10);
      const key = keyOf('a');
      const reservation = await reserve(account, 2, key);
      expect(await home.ledger.reserve(requestOf(account, 2, key))).toEqual({ outcome: 'in_flight' });
      await settle(reservation, 1, { answer: Buffer.from('the answer') });
      expect(await home.ledger.reserve(requestOf(account, 2, key))).toEqual({
        outcome: 'replay',
        answer: Buffer.from('the answer'),
        remaining: 9,
      });
      const other = { ...keyOf('b'), key: key.key };
      expect(await home.ledger.reserve(requestOf(account, 2, other))).toEqual({ outcome: 'mismatch' });
      expect(await remaining(account)).toBe(9);
    });

    it('replay even when no credits are left', async () => {
      const account = await home.newAccount(1);
      const key = keyOf('a');
      await settle(await reserve(account, 1, key), 1, { answer: Buffer.from('x') });
      expect(await home.ledger.reserve(requestOf(account, 1, key))).toMatchObject({
        outcome: 'replay',
        remaining: 0,
      });
    });

    it('that failed, or died with its gateway, can be sent again', async () => {
      const account = await home.newAccount(10);
      const key = keyOf('a');
      await home.ledger.release(await reserve(account, 2, key));
      const abandoned = await reserve(account, 2, key);
      home.pass(RESERVATION_LIFETIME_MS);
      const second = await reserve(account, 2, key);
      expect(await settle(abandoned, 2, { answer: Buffer.from('late') })).toEqual({ outcome: 'expired' });
      await settle(second, 2, { answer: Buffer.from('in time') });
      expect(await home.ledger.reserve(requestOf(account, 2, key))).toMatchObject({
        answer: Buffer.from('in time'),
      });
      expect(await remaining(account)).toBe(8);
    });

    it('belong to an account and an endpoint', async () => {
      const [one, two] = [await home.newAccount(10), await home.newAccount(10)];
      const key = keyOf('a');
      await reserve(one, 1, key);
      await reserve(two, 1, key);
      expect(await home.ledger.reserve({ ...requestOf(one, 1, key), endpoint: 'similar' })).toMatchObject({
        outcome: 'reserved',
      });
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
      expect(await home.maintenance.expireAnswers()).toBeGreaterThanOrEqual(1);
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
