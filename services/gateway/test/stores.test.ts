import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { Database } from '@imagesearch/service-kit/postgres/database';
import { describeOnDatabases } from '@imagesearch/testkit/engines';
import type { Account } from '../src/billing/plans.js';
import { AccountStore } from '../src/accounts/account-store.js';
import { openGatewayDatabase } from './support/gateway-database.js';

describeOnDatabases('the gateway’s stores', (engine) => {
  let database: Database;
  let accounts: AccountStore;

  beforeAll(async () => {
    database = await openGatewayDatabase(engine);
    accounts = new AccountStore(database);
  });

  afterAll(async () => {
    await database.close();
  });

  const newAccount = (): Promise<Account> =>
    accounts.ensure({ name: randomUUID(), plan: 'starter', billingDay: 1 });

  it('accounts of a known name are the same account, on the plan last given', async () => {
    const account = await newAccount();
    const moved = await accounts.ensure({ name: account.name, plan: 'scale', billingDay: 9 });
    expect(moved).toEqual({ ...account, plan: 'scale' });
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
});
