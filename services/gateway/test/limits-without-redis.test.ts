import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { Redis } from 'ioredis';
import { createLogger } from '@imagesearch/service-kit/logging';
import { FaultyProxy } from '@imagesearch/testkit/network/faulty-proxy';
import { describeWith, ENGINES } from '@imagesearch/testkit/engines';
import { RedisServer } from '@imagesearch/testkit/stores/redis-server';
import { until } from '@imagesearch/testkit/processes/until';
import type { Limits } from '../src/limits/counter.js';
import { openRateLimiter, type RateLimiter } from '../src/limits/limiter.js';

const REPLICAS_MAX = 3;
const LEASE_MS = 60_000;
const MINUTE: Limits = { rpm: 12, rpd: null, concurrent: null };
const SHARE = 4;

const logger = createLogger({ service: 'test', level: 'silent' });

/** The rate limiter of one gateway and the events that it reported. */
interface Gateway {
  rateLimiter: RateLimiter;
  fallbacks: number;
  isShared: boolean | undefined;
}

async function openGateway(redisUrl: string): Promise<Gateway> {
  const reported = { fallbacks: 0, isShared: undefined as boolean | undefined };
  const events = {
    limiterFellBack: () => void (reported.fallbacks += 1),
    limiterSharingChanged: (isShared: boolean) => void (reported.isShared = isShared),
  };
  const options = { redisUrl, replicasMax: REPLICAS_MAX, leaseMs: LEASE_MS, events, logger };
  return Object.assign(reported, { rateLimiter: await openRateLimiter(options) });
}

const admit = async (
  { rateLimiter }: Gateway,
  accountId: string,
  limits: Limits,
  leaseId: string = randomUUID(),
) => rateLimiter.admit(accountId, limits, leaseId);

/** How many of so many requests were admitted. */
async function admitted(gateway: Gateway, accountId: string, limits: Limits, requests: number) {
  let count = 0;
  for (let at = 0; at < requests; at += 1) if ((await admit(gateway, accountId, limits)).admitted) count += 1;
  return count;
}

/** A request finds out. */
const becomes = (gateway: Gateway, isShared: boolean) =>
  until(async () => {
    await gateway.rateLimiter.read(randomUUID(), MINUTE);
    return gateway.isShared === isShared;
  });

describe('limits with a Redis that is not there', () => {
  it('are granted by share from the first request on, and every such decision is counted', async () => {
    const gateway = await openGateway('redis://127.0.0.1:1');
    expect(gateway.isShared).toBe(false);
    expect(await admitted(gateway, randomUUID(), MINUTE, 20)).toBe(SHARE);
    expect(gateway.fallbacks).toBe(20);
    gateway.rateLimiter.close();
  });
});

describeWith(ENGINES.redisServer, 'limits across an outage of Redis', () => {
  let server: RedisServer;
  let proxy: FaultyProxy;
  let url: string;
  let gateways: Gateway[];

  beforeAll(async () => {
    server = await RedisServer.start();
    proxy = new FaultyProxy({ host: '127.0.0.1', port: server.port });
    url = `redis://127.0.0.1:${await proxy.open()}`;
  });
  afterAll(async () => {
    await proxy.close();
    await server.kill();
  });

  beforeEach(async () => {
    gateways = await Promise.all([1, 2, 3].map(() => openGateway(url)));
  });
  afterEach(() => {
    for (const { rateLimiter } of gateways) rateLimiter.close();
  });

  const three = (): [Gateway, Gateway, Gateway] => gateways as [Gateway, Gateway, Gateway];
  const allShared = () => Promise.all(gateways.map((gateway) => becomes(gateway, true)));

  it('are a share of each gateway; afterwards the windows of Redis count, without what was granted meanwhile', async () => {
    const [one, two] = three();
    const account = randomUUID();
    expect(await admitted(one, account, MINUTE, 2)).toBe(2);
    expect(await admit(two, account, MINUTE)).toMatchObject({ source: 'redis', states: [{ used: 3 }] });
    await proxy.close();
    await Promise.all(gateways.map((gateway) => becomes(gateway, false)));
    for (const gateway of gateways) expect(await admitted(gateway, account, MINUTE, 10)).toBe(SHARE);
    expect(gateways.map(({ fallbacks }) => fallbacks)).toEqual([10, 10, 10]);
    await proxy.open();
    await allShared();
    expect(await admit(one, account, MINUTE)).toMatchObject({ source: 'redis', states: [{ used: 4 }] });
  });

  it('are a share while Redis hangs; only a request each half second waits', async () => {
    const [one] = three();
    const account = randomUUID();
    server.hang();
    expect(await admit(one, account, MINUTE)).toMatchObject({ admitted: true, source: 'process' });
    expect(one.isShared).toBe(false);
    expect(await admitted(one, account, MINUTE, 20)).toBe(SHARE - 1);
    server.wake();
    await becomes(one, true);
    expect(await admit(one, account, MINUTE)).toMatchObject({ source: 'redis' });
  });

  it('free a slot where it was taken', async () => {
    const [one] = three();
    const slots: Limits = { rpm: null, rpd: null, concurrent: 6 };
    const account = randomUUID();
    const used = async () => (await one.rateLimiter.read(account, slots))[0]?.used;
    await admit(one, account, slots, 'before');
    await proxy.close();
    await becomes(one, false);
    await admit(one, account, slots, 'meanwhile');
    expect(await used()).toBe(1);
    one.rateLimiter.release(account, 'meanwhile');
    expect(await used()).toBe(0);
    await proxy.open();
    await becomes(one, true);
    expect(await used()).toBe(1);
    one.rateLimiter.release(account, 'before');
    await until(async () => (await used()) === 0);
  });

  it('move to the new primary when the old one stays reachable as a replica', async () => {
    const [one] = three();
    const successor = await RedisServer.start();
    const demoted = new Redis(server.url);
    const account = randomUUID();
    await admit(one, account, MINUTE);
    try {
      await demoted.replicaof('127.0.0.1', String(successor.port));
      proxy.pointNewConnectionsTo(`127.0.0.1:${successor.port}`);
      expect(await admit(one, account, MINUTE)).toMatchObject({ source: 'process' });
      await becomes(one, true);
      expect(await admit(one, account, MINUTE)).toMatchObject({ source: 'redis' });
    } finally {
      proxy.pointTo(`127.0.0.1:${server.port}`);
      await demoted.replicaof('NO', 'ONE');
      demoted.disconnect();
      await successor.kill();
    }
  });
});
