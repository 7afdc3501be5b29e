import { afterEach, beforeEach, expect, it } from '@jest/globals';
import { describeOnDatabases } from '@imagesearch/testkit/engines';
import { CreditLedger } from '../../src/billing/credit-ledger.js';
import { requestOf } from '../billing/ledger-home.js';
import { WebhookHome } from './webhook-home.js';
import type { BilledAccount } from '../../src/billing/ledger.js';

describeOnDatabases('events for webhooks', (engine) => {
  let home: WebhookHome;
  beforeEach(async () => {
    home = await WebhookHome.open(engine);
  }, 60_000);
  afterEach(() => home.close());

  const written = async () => {
    const { rows } = await home.database.query<Record<string, unknown>>(
      `SELECT h.account_id AS account, d.event, d.subject, d.data, d.occurrence FROM gateway.webhook_deliveries d
         JOIN gateway.webhooks h ON h.id = d.webhook_id ORDER BY d.seq`,
    );
    return rows;
  };

  it('are for accounts that were answered with the image within 90 days and want them', async () => {
    const [recent, old, other, uninterested] = [
      await home.newAccount(),
      await home.newAccount(),
      await home.newAccount(),
      await home.newAccount(),
    ];
    await home.answered(recent, ['b:1', 'a:1'], 89);
    await home.answered(old, ['a:1'], 91);
    await home.answered(other, ['b:1']);
    await home.answered(uninterested, ['a:1']);
    for (const account of [recent, old, other]) await home.newWebhook(account);
    await home.newWebhook(uninterested, ['asset.relicensed']);

    await home.happen([
      {},
      { state: 'ASSET_STATE_ACTIVE' },
      { assetId: 'b:1', state: 'ASSET_STATE_DELETED' },
    ]);
    const told = await written();
    expect(told.every(({ event }) => event === 'asset.withdrawn')).toBe(true);
    expect(told.map(({ account, subject }) => [account, subject]).sort()).toEqual(
      [
        [recent, 'a:1'],
        [recent, 'b:1'],
        [other, 'b:1'],
      ].sort(),
    );
  });

  it('are written once by replicas that read the same pages, and go on from the last one', async () => {
    const account = await home.newAccount();
    await home.answered(account, ['a:1']);
    await home.newWebhook(account);
    const many = Array.from({ length: 1_200 }, () => ({ license: 'cc0', previousLicense: 'cc-by-4.0' }));
    await Promise.all([home.happen(many), home.happen(many), home.happen(many)]);
    await home.happen(many);
    const all = await written();
    expect(all.map(({ occurrence }) => occurrence)).toEqual(many.map((_, index) => String(index + 1)));
    expect(all[0]).toMatchObject({
      event: 'asset.relicensed',
      data: { asset_id: 'a:1', license: 'cc0', previous_license: 'cc-by-4.0' },
    });
  });

  it('tell of credits that run low and out once in each period, and never without a limit', async () => {
    const accountId = await home.newAccount();
    await home.newWebhook(accountId, ['credits.low', 'credits.exhausted']);
    const ledger = new CreditLedger(home.database, { now: () => home.now, reservationLifetimeMs: 60_000 });
    const account: BilledAccount = { accountId, planCredits: 20, billingDay: 1 };
    const search = async (credits: number, charged = credits) => {
      const reserved = await ledger.reserve(requestOf(account, credits));
      if (reserved.outcome === 'reserved')
        await ledger.settle(reserved.reservation, { charged, assetIds: [], answer: null });
      return (await written()).map(({ event }) => event);
    };
    // All credits are reserved, and most of them come back.
    expect(await search(20, 17)).toEqual([]);
    expect(await search(1)).toEqual(['credits.low']);
    expect(await search(1)).toEqual(['credits.low']);
    expect(await search(1)).toEqual(['credits.low', 'credits.exhausted']);
    expect(await search(1)).toHaveLength(2);
    expect((await written())[1]).toMatchObject({
      data: { remaining: 0, plan_credits: 20, resets_at: '2026-12-01T00:00:00Z' },
    });

    home.now = new Date('2026-12-05T00:00:00Z');
    expect(await search(17)).toHaveLength(2);
    // Three are left, and a search for four is refused.
    expect((await search(4)).slice(2)).toEqual(['credits.low', 'credits.exhausted']);

    account.planCredits = null;
    home.now = new Date('2027-01-05T00:00:00Z');
    expect(await search(5)).toHaveLength(4);
  });
});
