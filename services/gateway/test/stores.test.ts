import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Database } from '@imagesearch/service-kit/postgres/database';
import { describeOnDatabases } from '@imagesearch/testkit/engines';
import type { Account } from '../src/billing/plans.js';
import { AccountStore } from '../src/accounts/account-store.js';
import { CreditLedger, FILES_LIFETIME_MS } from '../src/billing/credit-ledger.js';
import { QueryCapabilities, newQueryId } from '../src/assets/file-addresses.js';
import { openGatewayDatabase } from './support/gateway-database.js';

const SECRET = randomUUID();

describeOnDatabases('the gateway’s stores', (engine) => {
  let database: Database;
  let accounts: AccountStore;
  let ledger: CreditLedger;

  beforeAll(async () => {
    database = await openGatewayDatabase(engine);
    accounts = new AccountStore(database);
    ledger = new CreditLedger(database, { now: () => new Date(), reservationLifetimeMs: 60_000 });
  });

  afterAll(async () => {
    await database.close();
  });

  const newAccount = (): Promise<Account> =>
    accounts.ensure({ name: randomUUID(), plan: 'starter', billingDay: 1 });
  describe('accounts', () => {
    it('of a known name are the same account, on the plan last given', async () => {
      const account = await newAccount();
      const moved = await accounts.ensure({ name: account.name, plan: 'scale', billingDay: 9 });
      expect(moved).toEqual({ ...account, plan: 'scale' });
    });
  });

  it('accounts on plans that the price list lacks are counted by plan', async () => {
    for (const plan of ['gold', 'gold', 'silver', 'starter']) {
      await accounts.ensure({ name: randomUUID(), plan, billingDay: 1 });
    }
    expect(await accounts.countOnOtherPlans(['starter', 'scale'])).toEqual([
      { plan: 'gold', accounts: 2 },
      { plan: 'silver', accounts: 1 },
    ]);
  });

  describe('file capabilities', () => {
    it('name the images of their own answer only, and only until they expire', async () => {
      const capabilities = new QueryCapabilities(database);
      const account = await newAccount();
      const queryId = newQueryId(SECRET);
      const reserved = await ledger.reserve({
        accountId: account.id,
        planCredits: 10,
        billingDay: 1,
        queryId,
        endpoint: 'search',
        credits: 1,
        idempotency: null,
      });
      if (reserved.outcome !== 'reserved') throw new Error('nothing was reserved');
      const assetIds = ['openmoji:1F600', "odd:it's"];
      await ledger.settle(reserved.reservation, { charged: 1, assetIds, answer: null });
      const expired = new Date(Date.now() + FILES_LIFETIME_MS);
      expect((await capabilities.find(queryId, new Date()))?.assetIds).toEqual(new Set(assetIds));
      expect(await capabilities.find(newQueryId(SECRET), new Date())).toBeUndefined();
      expect(await capabilities.find(queryId, expired)).toBeUndefined();
    });
  });
});
