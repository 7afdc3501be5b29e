import { randomBytes, randomUUID } from 'node:crypto';
import { expect, it } from '@jest/globals';
import type { Database } from '@imagesearch/service-kit/postgres/database';
import { describeOnDatabases } from '@imagesearch/testkit/engines';
import { FileAddresses, newQueryId as mintQueryId } from '../src/assets/file-addresses.js';
import { CreditLedger, FILES_LIFETIME_MS } from '../src/billing/credit-ledger.js';
import { databaseForAll } from './support/gateway-database.js';
import { newAccount, requestOf, reservationOf } from './billing/ledger-home.js';

const SECRET = randomUUID();
const newQueryId = (): string => mintQueryId(SECRET);

describeOnDatabases('file addresses', (engine) => {
  const database = databaseForAll(engine);

  /** File addresses over the real store, which counts what it is asked. */
  function newAddresses() {
    const load = { asked: 0 };
    const query: Database['query'] = (sql, values) => {
      load.asked += 1;
      return database.query<never>(sql, values);
    };
    const addresses = new FileAddresses({ query }, [SECRET]);
    const opens = async (queryId: string, assetId = 'drawn:1', now = new Date()) =>
      (await addresses.find(queryId, assetId, now)) !== undefined;
    return { opens, load };
  }

  /** A query that returned these assets. */
  async function storeAnswer(assetIds: string[], queryId = newQueryId()): Promise<string> {
    const ledger = new CreditLedger(database, { now: () => new Date(), reservationLifetimeMs: 60_000 });
    const request = { ...requestOf(await newAccount(database), 1), queryId };
    await ledger.settle(await reservationOf(ledger, request), { charged: 1, assetIds, answer: null });
    return queryId;
  }

  it('open what their answer returned and nothing else, and end with it, also when they are known', async () => {
    const { opens, load } = newAddresses();
    const queryId = await storeAnswer(['drawn:1', "odd:it's"]);
    for (let round = 0; round < 2; round += 1) {
      expect(await opens(queryId)).toBe(true);
      expect(await opens(queryId, "odd:it's")).toBe(true);
      expect(await opens(queryId, 'drawn:2')).toBe(false);
      expect(await opens(queryId, 'drawn:1', new Date(Date.now() + FILES_LIFETIME_MS))).toBe(false);
    }
    expect(load.asked).toBe(1);
  });

  it('of no query open nothing, and are not looked up when they are malformed', async () => {
    const { opens, load } = newAddresses();
    const guess = newQueryId();
    for (const queryId of [guess, 'q_1', `${guess}0`, guess.toUpperCase(), "q_'; --"])
      expect(await opens(queryId)).toBe(false);
    expect(load.asked).toBe(1);
  });

  it('of one answer are looked up once, at once and together, while guesses pour in that are looked up never', async () => {
    const { opens, load } = newAddresses();
    const queryId = await storeAnswer(['drawn:1']);
    const guesses = Array.from({ length: 500 }, () => opens(`q_${randomBytes(16).toString('hex')}`));
    const opened = Array.from({ length: 100 }, () => opens(queryId));
    expect(new Set(await Promise.all(opened))).toEqual(new Set([true]));
    expect(new Set(await Promise.all(guesses))).toEqual(new Set([false]));
    expect(load.asked).toBe(1);
  });

  it('that were refused open once their answer is stored', async () => {
    const { opens } = newAddresses();
    const queryId = newQueryId();
    expect(await opens(queryId)).toBe(false);
    await storeAnswer(['drawn:1'], queryId);
    expect(await opens(queryId)).toBe(true);
  });
});
