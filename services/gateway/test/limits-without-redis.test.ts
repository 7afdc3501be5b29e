import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from '@jest/globals';
import { Redis } from 'ioredis';
import { createLogger } from '@imagesearch/service-kit/logging';
import { FaultyProxy } from '@imagesearch/testkit/network/faulty-proxy';
import { describeWith, ENGINES } from '@imagesearch/testkit/engines';
import { RedisServer } from '@imagesearch/testkit/stores/redis-server';
import { until } from '@imagesearch/testkit/processes/until';
import type { Limits } from '../src/limits/counter.js';
import { openRateLimiter } from '../src/limits/limiter.js';

const REPLICAS_MAX = 3;
const LEASE_MS = 60_000;
const MINUTE: Limits = { rpm: 12, rpd: null, concurrent: null };
const SHARE = 4;

const logger = createLogger({ service: 'test', level: 'silent' });

type Gateway = Awaited<ReturnType<typeof openGateway>>;

/** The rate limiter of one gateway, and what it reported. */
async function openGateway(redisUrl: string) {
  const reported = { fallbacks: 0, isShared: undefined as boolean | undefined };
  const events = {
    limiterFellBack: () => void (reported.fallbacks += 1),
    limiterSharingChanged: (isShared: boolean) => void (reported.isShared = isShared),
  };
  const options = { redisUrl, replicasMax: REPLICAS_MAX, leaseMs: LEASE_MS, events, logger };
  const limiter = await openRateLimiter(options);
  const admit = (account: string) => limiter.admit(account, MINUTE, randomUUID());
  return {
    ...{ limiter, reported, admit },
    /** How many of so many requests were admitted. */
    admitted: async (account: string, requests: number) => {
      let count = 0;
      for (let at = 0; at < requests; at += 1) if ((await admit(account)).admitted) count += 1;
      return count;
    },
    /** A request finds out. */
    becomes: (isShared: boolean) =>
      until(async () => {
        await limiter.read(randomUUID(), MINUTE);
        return reported.isShared === isShared;
      }),
  };
}

it('limits with a Redis that is not there are granted by share from the first request on, and every such decision is counted', async () => {
  const { limiter, reported, admitted } = await openGateway('redis://127.0.0.1:1');
  expect(reported.isShared).toBe(false);
  expect(await admitted(randomUUID(), 20)).toBe(SHARE);
  expect(reported.fallbacks).toBe(20);
  limiter.close();
});

describeWith(ENGINES.redisServer, 'limits across an outage of Redis', () => {
  let server: RedisServer;
  let proxy: FaultyProxy;
  let url: string;
  let one: Gateway;
  let account: string;

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
    one = await openGateway(url);
    account = randomUUID();
  });
  afterEach(() => one.limiter.close());

  it('are a share of each gateway; afterwards the windows of Redis count, without what was granted meanwhile', async () => {
    const two = await openGateway(url);
    expect(await one.admitted(account, 2)).toBe(2);
    expect(await two.admit(account)).toMatchObject({ source: 'redis', states: [{ used: 3 }] });
    await proxy.close();
    for (const gateway of [one, two]) {
      await gateway.becomes(false);
      expect(await gateway.admitted(account, 10)).toBe(SHARE);
      expect(gateway.reported.fallbacks).toBe(10);
    }
    await proxy.open();
    await one.becomes(true);
    expect(await one.admit(account)).toMatchObject({ source: 'redis', states: [{ used: 4 }] });
    two.limiter.close();
  });

  it('are a share while Redis hangs; only a request each half second waits', async () => {
    server.hang();
    expect(await one.admit(account)).toMatchObject({ admitted: true, source: 'process' });
    expect(one.reported.isShared).toBe(false);
    expect(await one.admitted(account, 20)).toBe(SHARE - 1);
    server.wake();
    await one.becomes(true);
    expect(await one.admit(account)).toMatchObject({ source: 'redis' });
  });

  it('free a slot where it was taken', async () => {
    const slots: Limits = { rpm: null, rpd: null, concurrent: 6 };
    const used = async () => (await one.limiter.read(account, slots))[0]?.used;
    await one.limiter.admit(account, slots, 'before');
    await proxy.close();
    await one.becomes(false);
    await one.limiter.admit(account, slots, 'meanwhile');
    expect(await used()).toBe(1);
    one.limiter.release(account, 'meanwhile');
    expect(await used()).toBe(0);
    await proxy.open();
    await one.becomes(true);
    expect(await used()).toBe(1);
    one.limiter.release(account, 'before');
    await until(async () => (await used()) === 0);
  });

  it('move to the new primary when the old one stays reachable as a replica', async () => {
    const successor = await RedisServer.start();
    const demoted = new Redis(server.url);
    await one.admit(account);
    try {
      await demoted.replicaof('127.0.0.1', String(successor.port));
      proxy.pointNewConnectionsTo(`127.0.0.1:${successor.port}`);
      expect(await one.admit(account)).toMatchObject({ source: 'process' });
      await one.becomes(true);
      expect(await one.admit(account)).toMatchObject({ source: 'redis' });
    } finally {
      proxy.pointTo(`127.0.0.1:${server.port}`);
      await demoted.replicaof('NO', 'ONE');
      demoted.disconnect();
      await successor.kill();
    }
  });
});
