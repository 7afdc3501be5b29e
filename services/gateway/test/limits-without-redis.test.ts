import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { Redis } from 'ioredis';
import { createLogger } from '@imagesearch/service-kit/logging';
import { FaultyProxy } from '@imagesearch/testkit/network/faulty-proxy';
import { HAS_REDIS_SERVER, RedisServer } from '@imagesearch/testkit/stores/redis-server';
import { until } from '@imagesearch/testkit/processes/until';
import type { Limits, RateLimiter } from '../src/limits/rate-limiter.js';
import { openRateLimiter } from '../src/limits/open-rate-limiter.js';

const REPLICAS_MAX = 3;
const LEASE_MS = 60_000;
/** A request that finds Redis hanging waits for it once: 200 ms, and what a busy machine adds. */
const DECISION_MS_MAX = 600;
const MINUTE: Limits = { rpm: 12, rpd: null, concurrent: null };
const SHARE = 4;

const logger = createLogger({ service: 'test', level: 'silent' });

/** The rate limiter of one gateway and the events that it reported. */
interface Gateway {
  rateLimiter: RateLimiter;
  fallbacks: number;
  isShared: boolean | undefined;
  close: () => void;
}

async function openGateway(redisUrl: string): Promise<Gateway> {
  const reported = { fallbacks: 0, isShared: undefined as boolean | undefined };
  const events = {
    limiterFellBack: () => void (reported.fallbacks += 1),
    limiterSharingChanged: (isShared: boolean) => void (reported.isShared = isShared),
  };
  const opened = await openRateLimiter({
    redisUrl,
    replicasMax: REPLICAS_MAX,
    leaseMs: LEASE_MS,
    events,
    logger,
  });
  return Object.assign(reported, opened);
}

const admit = async (
  { rateLimiter }: Gateway,
  accountId: string,
  limits: Limits,
  leaseId: string = randomUUID(),
) => rateLimiter.admit({ accountId, limits, leaseId });

/** How many of so many requests were admitted. */
async function admitted(gateway: Gateway, accountId: string, limits: Limits, requests: number) {
  let count = 0;
  for (let at = 0; at < requests; at += 1) if ((await admit(gateway, accountId, limits)).admitted) count += 1;
  return count;
}

const shared = (gateway: Gateway) => until(() => Promise.resolve(gateway.isShared === true));

describe('limits with a Redis that is not there', () => {
  it('are granted by share from the first request on, at once, and every such decision is counted', async () => {
    const gateway = await openGateway('redis://127.0.0.1:1');
    expect(gateway.isShared).toBe(false);
    const startedAt = performance.now();
    expect(await admitted(gateway, randomUUID(), MINUTE, 20)).toBe(SHARE);
    expect(performance.now() - startedAt).toBeLessThan(DECISION_MS_MAX);
    expect(gateway.fallbacks).toBe(20);
    gateway.close();
  });
});

if (!HAS_REDIS_SERVER)
  console.warn('There is no redis-server here: limits across an outage of Redis are not tested.');
else {
  describe('limits across an outage of Redis', () => {
    let server: RedisServer;
    let proxy: FaultyProxy;
    let url: string;
    let gateways: Gateway[];
    let client: Redis;

    beforeAll(async () => {
      server = await RedisServer.start();
      client = new Redis(server.url);
      client.on('error', () => undefined);
      proxy = new FaultyProxy({ host: '127.0.0.1', port: server.port });
      url = `redis://127.0.0.1:${await proxy.open()}`;
    });
    afterAll(async () => {
      client.disconnect();
      await proxy.close();
      await server.kill();
    });

    beforeEach(async () => {
      gateways = await Promise.all([1, 2, 3].map(() => openGateway(url)));
    });
    afterEach(() => {
      for (const gateway of gateways) gateway.close();
    });

    const three = (): [Gateway, Gateway, Gateway] => gateways as [Gateway, Gateway, Gateway];
    const allShared = () => Promise.all(gateways.map(shared));

    it('fall to a share of each gateway when Redis is unreachable, and are shared again by themselves', async () => {
      const [one, two, three_] = three();
      const account = randomUUID();
      expect(await admitted(one, account, MINUTE, 2)).toBe(2);
      expect(await admit(two, account, MINUTE)).toMatchObject({ source: 'redis', states: [{ used: 3 }] });
      await proxy.close();
      const granted = [];
      for (const gateway of [one, two, three_]) granted.push(await admitted(gateway, account, MINUTE, 10));
      // A gateway's share holds what it admitted before as well.
      expect(granted).toEqual([SHARE - 2, SHARE - 1, SHARE]);
      expect(gateways.map(({ fallbacks, isShared }) => [fallbacks, isShared])).toEqual(
        gateways.map(() => [10, false]),
      );
      await proxy.open();
      await allShared();
      expect(await admit(one, randomUUID(), MINUTE)).toMatchObject({ admitted: true, source: 'redis' });
    });

    it('admit no more than the limit, evenly spread, and than a share beside it, all sent to one', async () => {
      const [even, uneven] = [randomUUID(), randomUUID()];
      for (const gateway of gateways) expect(await admitted(gateway, even, MINUTE, 4)).toBe(4);
      expect(await admitted(three()[0], uneven, MINUTE, 20)).toBe(12);
      await proxy.close();
      const later = async (account: string) => {
        let sum = 0;
        for (const gateway of gateways) sum += await admitted(gateway, account, MINUTE, 20);
        return sum;
      };
      expect(await later(even)).toBe(0);
      expect(await later(uneven)).toBe((REPLICAS_MAX - 1) * SHARE);
      await proxy.open();
      await allShared();
    });

    it('remember, once Redis is back, what was granted without it', async () => {
      const [one, two] = three();
      const account = randomUUID();
      await proxy.close();
      expect(await admitted(one, account, MINUTE, 20)).toBe(SHARE);
      expect(await admitted(two, account, MINUTE, 3)).toBe(3);
      await proxy.open();
      await allShared();
      expect(await admitted(three()[2], account, MINUTE, 20)).toBe(12 - SHARE - 3);
    });

    it('remember all that the gateways counted when Redis comes back with nothing', async () => {
      const [one, two] = three();
      const account = randomUUID();
      expect(await admitted(one, account, MINUTE, 5)).toBe(5);
      expect(await admitted(two, account, MINUTE, 3)).toBe(3);
      await server.restart();
      await until(() => Promise.resolve(gateways.every(({ isShared }) => isShared === false)));
      await allShared();
      expect(await admitted(three()[2], account, MINUTE, 20)).toBe(12 - 5 - 3);
    });

    it('are decided in time while Redis hangs, and one wait is enough', async () => {
      const [one] = three();
      const account = randomUUID();
      server.hang();
      const startedAt = performance.now();
      expect(await admit(one, account, MINUTE)).toMatchObject({ admitted: true, source: 'process' });
      expect(performance.now() - startedAt).toBeLessThan(DECISION_MS_MAX);
      const nextAt = performance.now();
      expect(await admitted(one, account, MINUTE, 20)).toBe(SHARE - 1);
      expect(performance.now() - nextAt).toBeLessThan(100);
      server.wake();
      await allShared();
      // What Redis was asked while it hung it does when it wakes: one request may count twice, none is forgotten.
      expect(await admitted(one, account, MINUTE, 20)).toBeGreaterThanOrEqual(12 - SHARE - 1);
      const { source, states } = await admit(one, account, MINUTE);
      expect({ source, states }).toMatchObject({ source: 'redis', states: [{ used: 12 }] });
    });

    it('release every lease that was opened or closed before, during or after the outage', async () => {
      const [one] = three();
      const slots: Limits = { rpm: null, rpd: null, concurrent: 6 };
      const account = randomUUID();
      const take = async (leaseId: string) => (await admit(one, account, slots, leaseId)).admitted;
      const taken = async () => (await one.rateLimiter.read(account, slots))[0]?.used;

      expect(await take('before, freed meanwhile')).toBe(true);
      expect(await take('before, freed after')).toBe(true);
      await proxy.close();
      one.rateLimiter.release(account, 'before, freed meanwhile');
      expect(await take('meanwhile, freed after')).toBe(true);
      // Its share is two.
      expect(await take('one too many')).toBe(false);
      one.rateLimiter.release(account, 'before, freed after');
      expect(await take('meanwhile, freed meanwhile')).toBe(true);
      one.rateLimiter.release(account, 'meanwhile, freed meanwhile');
      await proxy.open();
      await shared(one);
      expect(await taken()).toBe(1);
      one.rateLimiter.release(account, 'meanwhile, freed after');
      await until(async () => (await taken()) === 0);
      expect(await client.zcard(`imagesearch:limits:{${account}}:leases`)).toBe(0);
    });

    it('keep no lease of a request that hung and was refused', async () => {
      const [one] = three();
      const slots: Limits = { rpm: null, rpd: null, concurrent: 3 };
      const account = randomUUID();
      const [first] = await Promise.all(
        ['a', 'b', 'c'].map(async (leaseId) => {
          server.hang();
          return admit(one, account, slots, leaseId);
        }),
      );
      expect(first?.admitted).toBe(true);
      server.wake();
      await shared(one);
      expect((await one.rateLimiter.read(account, slots))[0]?.used).toBe(1);
      one.rateLimiter.release(account, 'a');
      await until(async () => (await one.rateLimiter.read(account, slots))[0]?.used === 0);
    });
  });
}
