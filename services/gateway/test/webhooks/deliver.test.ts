import { afterEach, beforeEach, expect, it, jest } from '@jest/globals';
import { describeOnDatabases } from '@imagesearch/testkit/engines';
import { nextAttemptAt } from '../../src/webhooks/deliver.js';
import { signingKey } from '../../src/webhooks/webhook-store.js';
import { isSignedWith, SECRETS, WebhookHome } from './webhook-home.js';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

describeOnDatabases('delivering to webhooks', (engine) => {
  let home: WebhookHome;
  beforeEach(async () => {
    home = await WebhookHome.open(engine);
  }, 60_000);
  afterEach(() => home.close());

  /** One account that was answered with image a:1 and wants to know. */
  const subscribe = async () => {
    const account = await home.newAccount();
    await home.answered(account, ['a:1']);
    return { account, ...(await home.newWebhook(account)) };
  };

  it('loses none of 200 events at a receiver that fails a third of the time, and keeps the order of each image', async () => {
    const account = await home.newAccount();
    const assets = Array.from({ length: 20 }, (_, index) => `a:${index}`);
    await home.answered(account, assets);
    const { secret } = await home.newWebhook(account);
    const licenses = Array.from({ length: 10 }, (_, index) => `licence-${index}`);
    await home.happen(licenses.flatMap((license) => assets.map((assetId) => ({ assetId, license }))));
    let requests = 0;
    home.react = () => {
      requests += 1;
      // A third fails: of these one half has been taken, and only the answer is lost.
      if (requests % 3 !== 0) return 204;
      return requests % 2 === 0 ? 500 : 'hang up';
    };
    const replicas = [home.replica(), home.replica()];
    while ((await home.states())['pending'] !== undefined) {
      await Promise.all(replicas.map((replica) => replica.sendDue()));
      home.pass(10 * MINUTE_MS);
    }

    expect(await home.states()).toEqual({ delivered: 200 });
    expect(new Set(home.received.map(({ id }) => id)).size).toBe(200);
    expect(home.outcomes.filter((outcome) => outcome === 'failed').length).toBeGreaterThan(80);
    expect(home.received.every((each) => isSignedWith(secret, each))).toBe(true);
    for (const assetId of assets) {
      const told = home.received.filter(({ body }) => body.data['asset_id'] === assetId);
      const once = told.filter(({ id }, at) => told[at - 1]?.id !== id);
      expect(once.map(({ body }) => body.data['license'])).toEqual(licenses);
    }
  }, 600_000);

  it('repeats after a crash in the middle of an attempt, and sends nothing later before it', async () => {
    await subscribe();
    await home.happen([{ license: 'cc0' }, { license: 'cc-by-4.0' }]);
    const crashing = home.replica();
    let hasArrived = (): void => undefined;
    const arrived = new Promise<void>((resolve) => (hasArrived = resolve));
    home.react = () => {
      hasArrived();
      return new Promise(() => undefined);
    };
    const sending = crashing.sendDue();
    await arrived;
    crashing.stop();
    await sending;
    home.react = () => 204;
    const next = home.replica();
    await next.sendDue();
    expect(home.received).toHaveLength(1);

    home.pass(2 * MINUTE_MS);
    await next.sendDue();
    expect(home.received.map(({ body }) => body.data['license'])).toEqual(['cc0', 'cc0', 'cc-by-4.0']);
    expect(home.received[1]?.id).toBe(home.received[0]?.id);
    expect(await home.states()).toEqual({ delivered: 2 });
  });

  it('signs with both secrets while one takes the place of the other, so that receivers may have either', async () => {
    const { id, secret } = await subscribe();
    await home.happen([{}]);
    const next = 'n'.repeat(32);
    await home.replica({}, [next, ...SECRETS]).sendDue();
    const [received] = home.received;
    if (received === undefined) throw new Error('nothing was sent');
    const nextSecret = signingKey(id, next).toString('base64');
    expect([secret, nextSecret].map((each) => isSignedWith(each, received))).toEqual([true, true]);
  });

  it('connects to no private address, whatever the name says, and follows no redirect', async () => {
    const { account } = await subscribe();
    await home.happen([{}]);
    const lead = home.replica({ resolve: () => Promise.resolve(['127.0.0.1', '10.0.0.1']) });
    await lead.sendDue();
    expect(home.received).toEqual([]);

    home.react = () => 307;
    home.pass(HOUR_MS);
    await home.replica().sendDue();
    expect(home.received).toHaveLength(1);
    home.pass(25 * HOUR_MS);
    await home.replica().sendDue();
    expect(await home.store.dead(account)).toMatchObject([{ fault: 'answered 307', attempts: 3 }]);
  });

  it('repeats, under the same id, what a receiver answers too late, and takes the late answer for none', async () => {
    await subscribe();
    await home.happen([{}]);
    let answerLate = (): void => undefined;
    home.react = () => new Promise((resolve) => (answerLate = () => resolve(204)));
    const replica = home.replica();
    await replica.sendDue();
    answerLate();
    expect(await home.states()).toEqual({ pending: 1 });
    expect(home.outcomes).toEqual(['failed']);

    home.react = () => 204;
    home.pass(2 * MINUTE_MS);
    await replica.sendDue();
    expect(await home.states()).toEqual({ delivered: 1 });
    expect(new Set(home.received.map(({ id }) => id)).size).toBe(1);
    expect(home.received).toHaveLength(2);
  }, 60_000);

  it('gives up after a day, goes on with the next event, and delivers again when the operator says so', async () => {
    const { account, id: webhookId } = await subscribe();
    await home.happen([{ license: 'cc0' }, {}]);
    const replica = home.replica();
    home.react = () => 503;
    await replica.sendDue();
    home.pass(25 * HOUR_MS);
    await replica.sendDue();
    const [letter, ...others] = await home.store.dead(account);
    expect(letter).toMatchObject({
      webhook_id: webhookId,
      event: 'asset.relicensed',
      subject: 'a:1',
      fault: 'answered 503',
    });
    expect(others).toEqual([]);

    home.react = () => 204;
    home.received.length = 0;
    home.pass(HOUR_MS);
    await replica.sendDue();
    expect(home.received.map(({ body }) => body.type)).toEqual(['asset.withdrawn']);
    expect(await home.store.retry(letter?.id ?? '')).toBe(1);
    await replica.sendDue();
    expect(home.received.map(({ body }) => body.type)).toEqual(['asset.withdrawn', 'asset.relicensed']);
    expect(await home.store.dead(account)).toEqual([]);
  });

  it('is held up by no receiver but its own', async () => {
    await subscribe();
    const quick = await subscribe();
    await home.happen([{}]);
    const replica = home.replica();
    let hasQuick = (): void => undefined;
    const told = new Promise<void>((resolve) => (hasQuick = resolve));
    home.react = (received) => {
      if (!isSignedWith(quick.secret, received)) return new Promise(() => undefined);
      hasQuick();
      return 204;
    };
    const sending = replica.sendDue();
    await told;
    replica.stop();
    await sending;
  });

  it('forgets what ended two months ago, and nothing that waits', async () => {
    await subscribe();
    await home.happen([{}, { assetId: 'a:1' }]);
    const replica = home.replica();
    let requests = 0;
    home.react = () => ((requests += 1) === 1 ? 204 : 500);
    await replica.sendDue();
    home.pass(61 * 24 * HOUR_MS);
    await replica.tidy();
    expect(await home.states()).toEqual({ pending: 1 });
  });
});

it('the pauses between attempts double from 5 seconds to an hour, until a day is over', () => {
  jest.spyOn(Math, 'random').mockReturnValue(1);
  const start = Date.parse('2026-11-10T12:00:00Z');
  const pauses: number[] = [];
  let now = start;
  for (let attempts = 1; ; attempts += 1) {
    const at = nextAttemptAt({ attempts, triedSince: new Date(start) }, new Date(now))?.getTime();
    if (at === undefined) break;
    pauses.push(at - now);
    now = at;
  }
  jest.restoreAllMocks();
  expect(pauses.slice(0, 3)).toEqual([5_000, 10_000, 20_000]);
  expect(pauses.at(-1)).toBe(HOUR_MS);
  expect(Math.ceil((now - start) / HOUR_MS)).toBe(24);
});
