import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { beforeAll, expect, it } from '@jest/globals';
import { withinBulkhead } from '@imagesearch/service-kit/postgres/bulkhead';
import { quantile } from '@imagesearch/testkit/measure';
import { describeOnDatabases, describeWith, ENGINES } from '@imagesearch/testkit/engines';
import { FileAddresses, newQueryId } from '../../src/assets/file-addresses.js';
import { databasePurposes } from '../../src/stores.js';
import { CreditLedger } from '../../src/billing/credit-ledger.js';
import type { BilledAccount } from '../../src/billing/ledger.js';
import { ledgerHomeForAll, requestOf, RESERVATION_LIFETIME_MS, searchFor } from './ledger-home.js';

const SECRET = randomUUID();
/** Of a gateway without settings. */
const POOL_MAX = 10;
const IN_FLIGHT = 1_000;
const FLOOD_MS = 4_000;
const PAUSE_MS = 10;
/** Of the time that one of the thousand takes; without a bulkhead the others take as long. */
const PART_MAX = 0.25;
const median = (timesMs: number[]): number => quantile(timesMs, 0.5);

describeOnDatabases('an account with a thousand searches in flight', (engine) => {
  const home = ledgerHomeForAll(engine, new Date());
  let ledger: CreditLedger;

  beforeAll(() => {
    ledger = new CreditLedger(databasePurposes(home.database, POOL_MAX).ledger, {
      now: () => new Date(),
      reservationLifetimeMs: RESERVATION_LIFETIME_MS,
    });
  });

  const search = (account: BilledAccount) => searchFor(ledger, account, 1);

  it('holds up neither the movements of another account nor other uses of the database', async () => {
    const [large, small] = [await home.newAccount(null), await home.newAccount(null)];
    await search(small);
    const endsAt = performance.now() + FLOOD_MS;
    const isOver = (): boolean => performance.now() >= endsAt;
    const timesOf = async (work: () => Promise<unknown>, pauseMs: number): Promise<number[]> => {
      const timesMs: number[] = [];
      while (!isOver()) {
        const startedAt = performance.now();
        await work();
        timesMs.push(performance.now() - startedAt);
        if (pauseMs > 0) await sleep(pauseMs);
      }
      return timesMs.sort((one, other) => one - other);
    };
    const flood = Array.from({ length: IN_FLIGHT }, () => timesOf(() => search(large), 0));
    const [ofLedger, ofOthers] = await Promise.all([
      timesOf(() => search(small), PAUSE_MS),
      timesOf(() => home.database.query('SELECT 1'), PAUSE_MS),
    ]);
    const ofFlood = (await Promise.all(flood)).flat().sort((one, other) => one - other);
    expect(median(ofLedger)).toBeLessThan(PART_MAX * median(ofFlood));
    expect(median(ofOthers)).toBeLessThan(PART_MAX * median(ofFlood));
  }, 60_000);
});

// The embedded engine has one session, so that a slow statement holds up every other one.
describeWith(ENGINES.postgres, 'purposes of the database on a Postgres server', (engine) => {
  const home = ledgerHomeForAll(engine, new Date());

  it('do not wait for each other: file addresses, usage and keys in a flood hold up no search', async () => {
    const { ledger: ofLedger, ...others } = databasePurposes(home.database, POOL_MAX);
    const ledger = new CreditLedger(ofLedger, {
      now: () => new Date(),
      reservationLifetimeMs: RESERVATION_LIFETIME_MS,
    });
    const account = await home.newAccount(null);
    await ledger.reserve(requestOf(account, 1));
    const flood = Object.values(others).flatMap((part) =>
      Array.from({ length: 20 }, () => part.query('SELECT pg_sleep(0.2)')),
    );
    let isFloodOver = false;
    const flooded = Promise.all(flood).then(() => (isFloodOver = true));
    // Ids that pass as issued, which nobody has without the secret, of queries that are not stored.
    const addresses = new FileAddresses(others.files, [SECRET]);
    const opened = Promise.all(
      Array.from({ length: 150 }, () => addresses.find(newQueryId(SECRET), 'drawn:1', new Date())),
    );
    for (let at = 0; at < 5; at += 1) await ledger.reserve(requestOf(account, 1));
    expect(isFloodOver).toBe(false);
    await flooded;
    expect(new Set(await opened)).toEqual(new Set([undefined]));

    const replays = await Promise.allSettled(
      Array.from({ length: 250 }, () => addresses.find(newQueryId(SECRET), 'drawn:1', new Date())),
    );
    const refused = replays.filter(({ status }) => status === 'rejected');
    expect(refused).toHaveLength(49);
    expect(refused[0]).toMatchObject({ reason: { code: 'overloaded' } });
  }, 30_000);
});

describeOnDatabases('a bulkhead', (engine) => {
  const home = ledgerHomeForAll(engine, new Date());

  it('bounds the statements under way and those that wait, and answers them in their order', async () => {
    let underWay = 0;
    let busiest = 0;
    const begun: unknown[] = [];
    const part = withinBulkhead(
      {
        ...home.database,
        query: async (sql, values, call) => {
          underWay += 1;
          begun.push(values?.[0]);
          busiest = Math.max(busiest, underWay);
          return home.database.query<never>(sql, values, call).finally(() => (underWay -= 1));
        },
      },
      { connectionsMax: 2, waitingMax: 10 },
    );
    const ask = (at: number) => part.query('SELECT pg_sleep(0.01), $1::integer', [at]);
    const running = [ask(0), ask(1)];
    await Promise.resolve();
    const waiting = Array.from({ length: 10 }, (_none, at) => ask(at + 2));
    await expect(ask(12)).rejects.toMatchObject({ code: 'overloaded' });
    await Promise.all([...running, ...waiting]);
    expect(busiest).toBe(2);
    expect(begun).toEqual(Array.from({ length: 12 }, (_none, at) => at));
  });

  it('gives up on a database that answers nothing, and lets go of what failed', async () => {
    let letGo = (): void => undefined;
    const silence = new Promise<never>((_resolve, reject) => (letGo = () => reject(new Error('gone'))));
    const part = withinBulkhead({ ...home.database, query: () => silence }, { connectionsMax: 1 });
    const first = part.query('SELECT 1');
    await expect(part.query('SELECT 1')).rejects.toMatchObject({ code: 'dependency_unavailable' });
    letGo();
    await expect(first).rejects.toThrow('gone');
  }, 20_000);
});
