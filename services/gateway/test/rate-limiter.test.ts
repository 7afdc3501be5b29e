import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import fc from 'fast-check';
import { Redis } from 'ioredis';
import { createLogger } from '@imagesearch/service-kit/logging';
import { describeWith, ENGINES } from '@imagesearch/testkit/engines';
import { ProcessCounter, ROLLING_WINDOWS, type Counter, type Limits } from '../src/limits/counter.js';
import { RateLimiter, shareOf } from '../src/limits/limiter.js';
import { RedisCounter } from '../src/limits/redis-counter.js';

const [MINUTE, DAY] = ROLLING_WINDOWS;
const LEASE_MS = 30_000;
const START = Date.UTC(2026, 10, 21, 12, 0, 0);
const NONE: Limits = { rpm: null, rpd: null, concurrent: null };

const logger = createLogger({ service: 'test', level: 'silent' });
const events = { limiterFellBack: () => undefined, limiterSharingChanged: () => undefined };

let start = START;
let now = start;
/** Each test has days of its own. */
const nextStart = (): number => {
  start += 10 * DAY.windowMs;
  return start;
};
const clock = () => now;
const limiterOver = (counter: Counter) =>
  new RateLimiter(counter, undefined, { replicasMax: 1, events, logger });

describeWith(ENGINES.redis, 'limits in Redis', (redisUrl) => {
  const redis = new RedisCounter({ url: redisUrl, leaseMs: LEASE_MS, logger, clock });
  beforeAll(() => redis.connect());
  afterAll(() => redis.close());

  it('are decided and read as in a process', async () => {
    const limit = (max: number) => fc.option(fc.integer({ min: 1, max }), { freq: 5 });
    await fc.assert(
      fc.asyncProperty(
        fc.record({ rpm: limit(6), rpd: limit(20), concurrent: limit(4) }),
        fc.array(fc.tuple(fc.integer({ min: 0, max: 40_000 }), fc.constantFrom('admit', 'read', 'release')), {
          minLength: 10,
          maxLength: 40,
        }),
        async (limits, steps) => {
          now = nextStart();
          const accountId = randomUUID();
          const [own, shared] = [limiterOver(new ProcessCounter(LEASE_MS, clock)), limiterOver(redis)];
          const taken: string[] = [];
          for (const [pause, step] of steps) {
            now += pause;
            if (step === 'read')
              expect(await shared.read(accountId, limits)).toEqual(await own.read(accountId, limits));
            else if (step === 'release') {
              const leaseId = taken.shift() ?? randomUUID();
              own.release(accountId, leaseId);
              await redis.release(accountId, leaseId);
            } else {
              const leaseId = randomUUID();
              const decided = await own.admit(accountId, limits, leaseId);
              expect(await shared.admit(accountId, limits, leaseId)).toEqual(decided);
              if (decided.admitted) taken.push(leaseId);
            }
          }
        },
      ),
      { numRuns: 50 },
    );
  });

  it('are asked for once a request, all three', async () => {
    const accountId = randomUUID();
    const limits = { rpm: 5, rpd: 50, concurrent: 2 };
    await redis.count(accountId, limits, 'first');
    const seen: string[] = [];
    const client = new Redis(redisUrl);
    const watcher = await client.monitor();
    watcher.on('monitor', (_time: string, [command = '', ...rest]: string[], source: string) => {
      if (source !== 'lua' && rest.some((argument) => argument.includes(accountId))) seen.push(command);
    });
    await redis.count(accountId, limits, 'second');
    await client.ping();
    watcher.disconnect();
    client.disconnect();
    expect(seen).toEqual(['evalsha']);
  });

  it('have a hash tag that all keys of an account share, and none outlives its window', async () => {
    const accountId = randomUUID();
    await redis.count(accountId, { rpm: 5, rpd: 50, concurrent: 2 }, 'one');
    const client = new Redis(redisUrl);
    const keys = await client.keys(`*${accountId}*`);
    expect(keys).toHaveLength(3);
    for (const key of keys) {
      expect(key).toContain(`{${accountId}}`);
      expect(await client.pttl(key)).toBeGreaterThan(0);
    }
    client.disconnect();
  });
});

describe('limits in a process', () => {
  const limiter = limiterOver(new ProcessCounter(LEASE_MS, clock));
  const admit = (accountId: string, limits: Partial<Limits>, leaseId: string = randomUUID()) =>
    limiter.admit(accountId, { ...NONE, ...limits }, leaseId);
  const stateOf = async (accountId: string, limits: Partial<Limits>) =>
    limiter.read(accountId, { ...NONE, ...limits });

  it('no sixty seconds ever hold more than the limit, however requests come', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 1, max: 8 }),
        fc.array(fc.integer({ min: 0, max: 20_000 }), { minLength: 20, maxLength: 60 }),
        async (rpm, pauses) => {
          now = nextStart();
          const account = randomUUID();
          const admittedAt: number[] = [];
          for (const pause of pauses) {
            now += pause;
            if ((await admit(account, { rpm })).admitted) admittedAt.push(now);
          }
          for (const [at, time] of admittedAt.entries()) {
            const beyond = admittedAt[at + rpm];
            if (beyond !== undefined) expect(beyond - time).toBeGreaterThanOrEqual(MINUTE.windowMs);
          }
        },
      ),
      { numRuns: 30 },
    );
  });

  it('a refusal says when to come back, and then there is room', async () => {
    now = nextStart();
    const account = randomUUID();
    for (let request = 0; request < 3; request += 1) {
      await admit(account, { rpm: 3 });
      now += 5_000;
    }
    const refused = await admit(account, { rpm: 3 });
    if (refused.admitted) throw new Error('it was admitted');
    expect(refused.limit).toBe('rpm');
    now += refused.retryAfterMs - 1;
    expect((await admit(account, { rpm: 3 })).admitted).toBe(false);
    now += 1;
    expect((await admit(account, { rpm: 3 })).admitted).toBe(true);
  });

  it('a refused request leaves no trace', async () => {
    now = nextStart();
    const account = randomUUID();
    await admit(account, { rpm: 5, rpd: 5, concurrent: 1 });
    for (let request = 0; request < 20; request += 1) await admit(account, { rpm: 5, rpd: 5, concurrent: 1 });
    expect(await stateOf(account, { rpm: 5, rpd: 5, concurrent: 1 })).toMatchObject([
      { name: 'rpm', used: 1, remaining: 4 },
      { name: 'rpd', used: 1, remaining: 4 },
      { name: 'concurrent', used: 1, remaining: 0 },
    ]);
  });

  it('requests a day roll as well, and the longer limit is the one that is named', async () => {
    now = nextStart();
    const account = randomUUID();
    for (let request = 0; request < 4; request += 1) {
      expect((await admit(account, { rpm: 2, rpd: 4 })).admitted).toBe(true);
      now += 31_000;
    }
    expect(await admit(account, { rpm: 2, rpd: 4 })).toMatchObject({ admitted: false, limit: 'rpd' });
    now = start + DAY.windowMs - 1;
    expect((await admit(account, { rpm: 2, rpd: 4 })).admitted).toBe(false);
    now = start + DAY.windowMs + DAY.windowMs / DAY.buckets;
    expect((await admit(account, { rpm: 2, rpd: 4 })).admitted).toBe(true);
  });

  it('a lease frees its slot when it is released, and when it expires', async () => {
    now = nextStart();
    const account = randomUUID();
    const isAdmitted = async (leaseId: string) => (await admit(account, { concurrent: 1 }, leaseId)).admitted;
    expect(await isAdmitted('one')).toBe(true);
    expect(await admit(account, { concurrent: 1 }, 'two')).toMatchObject({ limit: 'concurrent' });
    limiter.release(account, 'one');
    expect(await isAdmitted('two')).toBe(true);
    now += LEASE_MS - 1;
    expect(await isAdmitted('three')).toBe(false);
    now += 1;
    expect(await isAdmitted('three')).toBe(true);
  });

  it('reading the limits changes nothing, and accounts are independent', async () => {
    now = nextStart();
    const [one, other] = [randomUUID(), randomUUID()];
    await admit(one, { rpm: 2 });
    expect(await stateOf(one, { rpm: 2 })).toEqual(await stateOf(one, { rpm: 2 }));
    expect(await stateOf(other, { rpm: 2 })).toMatchObject([{ used: 0, remaining: 2, resetMs: 0 }]);
  });

  it('a smaller limit, after a change of plan, refuses until enough requests are older than the window', async () => {
    now = nextStart();
    const account = randomUUID();
    for (let request = 0; request < 6; request += 1) {
      await admit(account, { rpm: 10 });
      now += 2_000;
    }
    const refused = await admit(account, { rpm: 2 });
    if (refused.admitted) throw new Error('it was admitted');
    expect(refused.states).toMatchObject([{ used: 6, remaining: 0 }]);
    now += refused.retryAfterMs;
    expect((await admit(account, { rpm: 2 })).admitted).toBe(true);
  });
});

it('the clock of the system frees no limit of a process when it jumps ahead, and holds none when it is set back', async () => {
  const limiter = limiterOver(new ProcessCounter(LEASE_MS));
  const admit = (account: string) => limiter.admit(account, { ...NONE, rpm: 2 }, randomUUID());
  const system = jest.spyOn(Date, 'now');
  try {
    for (const jumpMs of [5 * 365 * DAY.windowMs, -60 * MINUTE.windowMs]) {
      const [jumped, other] = [randomUUID(), randomUUID()];
      for (let request = 0; request < 2; request += 1) await admit(jumped);
      system.mockReturnValue(START + jumpMs);
      const refused = await admit(jumped);
      if (refused.admitted) throw new Error('it was admitted');
      expect(refused.retryAfterMs).toBeLessThanOrEqual(MINUTE.windowMs + MINUTE.windowMs / MINUTE.buckets);
      expect((await admit(other)).admitted).toBe(true);
    }
  } finally {
    system.mockRestore();
  }
});

it('a share of the limits is the limit divided by the replicas, and at least 1 unless the limit is 0', () => {
  const limits = { rpm: 60, rpd: 5_000, concurrent: 2 };
  expect(shareOf(limits, 4)).toEqual({ rpm: 15, rpd: 1_250, concurrent: 1 });
  expect(shareOf({ rpm: 0, rpd: null, concurrent: 7 }, 3)).toEqual({ rpm: 0, rpd: null, concurrent: 2 });
});
