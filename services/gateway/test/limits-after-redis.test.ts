import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { Redis } from 'ioredis';
import { createLogger } from '@imagesearch/service-kit/logging';
import { FaultyProxy } from '@imagesearch/testkit/network/faulty-proxy';
import { HAS_REDIS_SERVER, RedisServer } from '@imagesearch/testkit/stores/redis-server';
import { memoryInUse } from '@imagesearch/testkit/processes/memory-in-use';
import { until } from '@imagesearch/testkit/processes/until';
import type { Limits, RateLimiter } from '../src/limits/rate-limiter.js';
import { openRateLimiter } from '../src/limits/open-rate-limiter.js';

const DAY: Limits = { rpm: null, rpd: 1_000, concurrent: null };
const EPOCH_KEY = 'imagesearch:limits:epoch';
/** The statement of the operations guide: limits are shared again so soon after Redis is back. */
const BACK_WITHIN_MS = 5_000;
const REFUSED_REQUESTS = 1_000_000;
const GROWTH_BYTES_MAX = 20 * 2 ** 20;
const LOAD_PER_SECOND = 500;

interface Gateway {
  rateLimiter: RateLimiter;
  isShared: boolean | undefined;
  close: () => void;
}

async function openGateway(redisUrl: string): Promise<Gateway> {
  const reported = { isShared: undefined as boolean | undefined };
  const opened = await openRateLimiter({
    redisUrl,
    replicasMax: 1,
    leaseMs: 60_000,
    events: {
      limiterFellBack: () => undefined,
      limiterSharingChanged: (isShared) => void (reported.isShared = isShared),
    },
    logger: createLogger({ service: 'test', level: 'silent' }),
  });
  return Object.assign(reported, opened);
}

const admit = ({ rateLimiter }: Gateway, accountId: string, limits: Limits = DAY) =>
  rateLimiter.admit({ accountId, limits, leaseId: randomUUID() });

async function usedBy({ rateLimiter }: Gateway, accountId: string): Promise<number | undefined> {
  return (await rateLimiter.read(accountId, DAY))[0]?.used;
}

/** Milliseconds until the gateway shares its limits again. */
async function msUntilShared(gateway: Gateway): Promise<number> {
  const startedAt = performance.now();
  await until(() => Promise.resolve(gateway.isShared === true));
  return performance.now() - startedAt;
}

if (!HAS_REDIS_SERVER)
  console.warn('There is no redis-server here: the return of limits to Redis is not tested.');
else {
  describe('limits when Redis is back', () => {
    let server: RedisServer;
    let client: Redis;
    let proxy: FaultyProxy;
    let proxyUrl: string;
    let gateways: Gateway[] = [];

    const gatewayBehindProxy = async (): Promise<Gateway> => {
      const gateway = await openGateway(proxyUrl);
      gateways.push(gateway);
      return gateway;
    };

    beforeAll(async () => {
      server = await RedisServer.start();
      client = new Redis(server.url);
      client.on('error', () => undefined);
      proxy = new FaultyProxy({ host: '127.0.0.1', port: server.port });
      proxyUrl = `redis://127.0.0.1:${await proxy.open()}`;
    });
    afterEach(() => {
      for (const gateway of gateways) gateway.close();
      gateways = [];
    });
    afterAll(async () => {
      client.disconnect();
      await proxy.close();
      await server.kill();
    });

    it.each(['the epoch', 'the counts', 'everything'])(
      'count no request twice when Redis lost %s',
      async (lost) => {
        const gateway = await gatewayBehindProxy();
        const account = randomUUID();
        for (let request = 0; request < 60; request += 1) await admit(gateway, account);
        if (lost === 'the epoch') await client.del(EPOCH_KEY);
        else if (lost === 'the counts') await client.del(`imagesearch:limits:{${account}}:rpd`, EPOCH_KEY);
        else await client.flushall();
        await proxy.close();
        await until(() => Promise.resolve(gateway.isShared === false));
        for (let request = 0; request < 5; request += 1) await admit(gateway, account);
        await proxy.open();
        await msUntilShared(gateway);
        expect(await usedBy(gateway, account)).toBe(65);
      },
    );

    it('count no request twice when an answer of Redis is lost', async () => {
      const gateway = await gatewayBehindProxy();
      const account = randomUUID();
      await admit(gateway, account);
      server.hang();
      expect(await admit(gateway, account)).toMatchObject({ admitted: true, source: 'process' });
      server.wake();
      await msUntilShared(gateway);
      expect(await usedBy(gateway, account)).toBe(2);
    });

    it('are shared within seconds after a long outage with many refusals, which take no memory', async () => {
      const gateway = await gatewayBehindProxy();
      const account = randomUUID();
      await admit(gateway, account);
      await proxy.close();
      await until(() => Promise.resolve(gateway.isShared === false));
      const before = memoryInUse();
      for (let request = 0; request < REFUSED_REQUESTS; request += 1)
        await admit(gateway, account, { ...DAY, rpd: 1 });
      expect(memoryInUse() - before).toBeLessThan(GROWTH_BYTES_MAX);
      await proxy.open();
      expect(await msUntilShared(gateway)).toBeLessThan(BACK_WITHIN_MS);
      expect(await usedBy(gateway, account)).toBe(1);
    });

    it('are shared within seconds although requests of many accounts go on', async () => {
      const gateway = await gatewayBehindProxy();
      await proxy.close();
      await until(() => Promise.resolve(gateway.isShared === false));
      const accounts = Array.from({ length: 200 }, () => randomUUID());
      const counted = new Map<string, number>();
      const over = new AbortController();
      const load = (async () => {
        for (let at = 0; !over.signal.aborted; at += LOAD_PER_SECOND / 100) {
          for (let each = 0; each < LOAD_PER_SECOND / 100; each += 1) {
            const account = accounts[(at + each) % accounts.length] ?? '';
            counted.set(account, (counted.get(account) ?? 0) + 1);
            void admit(gateway, account);
          }
          await sleep(10);
        }
      })();
      await sleep(1_000);
      proxy.setFault({ kind: 'delay', ms: 20 });
      await proxy.open();
      try {
        expect(await msUntilShared(gateway)).toBeLessThan(BACK_WITHIN_MS);
      } finally {
        over.abort();
        await load;
        proxy.setFault({ kind: 'none' });
      }
      await sleep(300);
      for (const [account, count] of counted) expect(await usedBy(gateway, account)).toBe(count);
    });

    it('move to the new primary when the old one stays reachable as a replica', async () => {
      const successor = await RedisServer.start();
      const promoted = new Redis(successor.url);
      const demoted = new Redis(server.url);
      const gateway = await gatewayBehindProxy();
      const account = randomUUID();
      await admit(gateway, account);
      try {
        await demoted.replicaof('127.0.0.1', String(successor.port));
        proxy.pointNewConnectionsTo(`127.0.0.1:${successor.port}`);
        await admit(gateway, account);
        await until(() => Promise.resolve(gateway.isShared === false));
        expect(await msUntilShared(gateway)).toBeLessThan(2_000);
        expect(await admit(gateway, account)).toMatchObject({ source: 'redis', states: [{ used: 3 }] });
      } finally {
        proxy.pointTo(`127.0.0.1:${server.port}`);
        await demoted.replicaof('NO', 'ONE');
        demoted.disconnect();
        promoted.disconnect();
        await successor.kill();
      }
    });
  });
}
