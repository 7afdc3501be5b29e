import { createHash, randomUUID } from 'node:crypto';
import { type Database } from '@imagesearch/service-kit/postgres/database';
import { createLogger } from '@imagesearch/service-kit/logging';
import { describeOnDatabases } from '@imagesearch/testkit/engines';
import { startProxiedPostgres, type ProxiedPostgres } from '@imagesearch/testkit/stores/proxied-postgres';
import type { FaultyProxy } from '@imagesearch/testkit/network/faulty-proxy';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from '@jest/globals';
import { until } from '@imagesearch/testkit/processes/until';
import { billSearch } from '../../src/billing/bill-search.js';
import { CreditLedger } from '../../src/billing/credit-ledger.js';
import { UsageLog } from '../../src/accounts/usage.js';
import { newAccount, requestOf } from './ledger-home.js';
import { openSchemaOn } from '../support/gateway-database.js';
import type { BilledAccount, Ledger, ReserveRequest } from '../../src/billing/ledger.js';

const logger = createLogger({ service: 'test', level: 'silent' });

/** How the statements of the two begin to differ. */
const RESERVATION = '"kind":"reserve"';
const SETTLEMENT = '"kind":"settle"';
/** Above the number of times that a settlement is asked for. */
const ALWAYS = 100;
/** A deadline of 1 s, the grace of 1.5 s, and what a busy machine adds. */
const DEADLINE_AND_GRACE_MS = 5_000;

describeOnDatabases('a database whose answers get lost', (engine) => {
  let server: ProxiedPostgres;
  let proxy: FaultyProxy;
  let database: Database;
  let account: BilledAccount;
  let ledger: CreditLedger;
  let usage: UsageLog;

  beforeAll(async () => {
    server = await startProxiedPostgres(engine);
    proxy = server.proxy;
    database = await openSchemaOn(server);
    const now = () => new Date();
    ledger = new CreditLedger(database, { now, reservationLifetimeMs: 60_000 });
    usage = new UsageLog(database, now);
  }, 60_000);

  beforeEach(async () => {
    account = await newAccount(database, { planCredits: 10 });
  });

  afterAll(async () => {
    await database.close();
    await server.close();
  });

  const search = (request: ReserveRequest) =>
    billSearch(billing(), request, () =>
      Promise.resolve({
        result: 'images',
        settlement: { charged: 2, assetIds: [], answer: Buffer.from('images') },
      }),
    );

  const billing = (withinMs = 10_000) => ({ ledger, logger, deadlineAt: Date.now() + withinMs });

  /** Reachable again, also when a test failed. */
  afterEach(() => proxy.setFault({ kind: 'none' }));

  it('still gives an answer for a charge: the settlement is confirmed by asking again, and charged once', async () => {
    proxy.loseAnswersTo(SETTLEMENT);
    expect(await search(requestOf(account, 3))).toEqual({
      outcome: 'answered',
      result: 'images',
      charged: 2,
      remaining: 8,
    });
    expect(proxy.lostAnswers).toBe(1);
    expect(await usage.readBalance(account)).toMatchObject({ used: 2, reserved: 0, remaining: 8 });
  });

  it('tells the caller where to look when the charge stays unconfirmed, and replays the answer later', async () => {
    proxy.loseAnswersTo(SETTLEMENT, ALWAYS);
    const key = { key: randomUUID(), requestHash: createHash('sha256').update('a').digest() };
    const request = requestOf(account, 3, key);
    await expect(search(request)).rejects.toMatchObject({
      code: 'dependency_unavailable',
      ctx: { query_id: request.queryId, billed: 'unknown' },
    });
    proxy.loseAnswersTo(SETTLEMENT, 0);
    expect(await usage.listQueries(account.accountId, 10)).toMatchObject([
      { query_id: request.queryId, idempotency_key: key.key, status: 'answered', credits_charged: 2 },
    ]);
    expect(await search({ ...requestOf(account, 3, key) })).toMatchObject({
      outcome: 'replay',
      answer: Buffer.from('images'),
      remaining: 8,
    });
  });

  it('keeps no credits for a search that never began', async () => {
    proxy.loseAnswersTo(RESERVATION);
    await expect(search(requestOf(account, 3))).rejects.toMatchObject({ code: 'dependency_unavailable' });
    expect(proxy.lostAnswers).toBe(1);
    expect(await usage.readBalance(account)).toMatchObject({ used: 0, reserved: 0, remaining: 10 });
  });

  it('gives no answer for a search that outlived its reservation, and charges nothing', async () => {
    const request = requestOf(account, 3);
    const searched = billSearch(billing(), request, async (reserved) => {
      await reserved;
      await ledger.release(request);
      return { result: 'images', settlement: { charged: 2, assetIds: [], answer: null } };
    });
    await expect(searched).rejects.toMatchObject({ code: 'deadline_exceeded' });
    expect(await usage.readBalance(account)).toMatchObject({ used: 0, reserved: 0, remaining: 10 });
  });

  it.each([10, null])(
    'charges nothing for a search that would cost more than it reserved, of %j credits',
    async (planCredits) => {
      const payer = { ...account, planCredits };
      const searched = billSearch(billing(), requestOf(payer, 3), () =>
        Promise.resolve({ result: 'images', settlement: { charged: 4, assetIds: [], answer: null } }),
      );
      await expect(searched).rejects.toThrow();
      expect(await usage.readBalance(payer)).toMatchObject({ used: 0, reserved: 0, remaining: planCredits });
    },
  );

  it('releases a failed search in the background, long before its reservation expires', async () => {
    const searched = billSearch(billing(), requestOf(account, 3), async (reserved) => {
      await reserved;
      proxy.setFault({ kind: 'refuse' });
      throw new Error('the work failed');
    });
    await expect(searched).rejects.toThrow('the work failed');
    proxy.setFault({ kind: 'none' });
    await until(async () => (await usage.readBalance(account)).reserved === 0);
    expect(await usage.readBalance(account)).toMatchObject({ used: 0, reserved: 0, remaining: 10 });
  });

  it.each([RESERVATION, SETTLEMENT])(
    'keeps the books of many searches at once when answers to their groups are lost: %s',
    async (movement) => {
      proxy.loseAnswersTo(movement, 2);
      const many = { ...account, planCredits: null };
      const searches = Array.from({ length: 150 }, () => search(requestOf(many, 3)));
      const answered = (await Promise.allSettled(searches)).filter(({ status }) => status === 'fulfilled');
      expect(proxy.lostAnswers).toBe(2);
      expect(answered.length).toBeGreaterThan(40);
      await until(async () => (await usage.readBalance(many)).reserved === 0);
      expect(await usage.readBalance(many)).toMatchObject({ used: 2 * answered.length });
      expect((await database.query('SELECT * FROM gateway.credit_discrepancies')).rows).toEqual([]);
    },
    30_000,
  );

  it.each([
    [3, { outcome: 'answered', charged: 2 }],
    [2, { outcome: 'exhausted', remaining: 2 }],
  ])(
    'prepares a search while it is reserved, and does it if %i credits suffice',
    async (planCredits, outcome) => {
      let reserveNow = (): void => undefined;
      const prepared = new Promise<void>((resolve) => (reserveNow = resolve));
      const waiting: Ledger = {
        reserve: (request) => prepared.then(() => ledger.reserve(request)),
        settle: (reservation, settlement) => ledger.settle(reservation, settlement),
        release: (request) => ledger.release(request),
      };
      let isDone = false;
      const request = requestOf({ ...account, planCredits }, 3);
      const searched = billSearch({ ...billing(), ledger: waiting }, request, async (reserved) => {
        reserveNow();
        await reserved;
        isDone = true;
        return { result: 'images', settlement: { charged: 2, assetIds: [], answer: null } };
      });
      expect(await searched).toMatchObject(outcome);
      expect(isDone).toBe(outcome.outcome === 'answered');
    },
  );

  it.each([
    ['reserved', 'the search'],
    ['settled', 'the charge'],
  ])('ends soon after its deadline when the database falls silent before it has %s', async (before) => {
    const silent = () => proxy.setFault({ kind: 'delay', ms: 30_000 });
    const request = requestOf(account, 3);
    const startedAt = performance.now();
    if (before === 'reserved') silent();
    const searched = billSearch(billing(1_000), request, async (reserved) => {
      await reserved;
      silent();
      return { result: 'images', settlement: { charged: 2, assetIds: [], answer: null } };
    });
    await expect(searched).rejects.toMatchObject({ code: 'dependency_unavailable' });
    expect(performance.now() - startedAt).toBeLessThan(DEADLINE_AND_GRACE_MS);

    proxy.setFault({ kind: 'refuse' });
    proxy.setFault({ kind: 'none' });
    // The pool may still hold a connection that was cut.
    await until(async () => (await usage.readBalance(account).catch(() => undefined))?.reserved === 0);
    const { used, remaining } = await usage.readBalance(account);
    expect([used, remaining]).toEqual(used === 2 ? [2, 8] : [0, 10]);
  });
});
