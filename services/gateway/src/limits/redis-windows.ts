import { randomUUID } from 'node:crypto';
import { Redis, type Result } from 'ioredis';
import type { Logger } from '@imagesearch/service-kit/logging';
import { backoffMs, type Backoff } from '@imagesearch/service-kit/resilience/retry';
import {
  ROLLING_WINDOWS,
  statesOf,
  verdictOf,
  type AdmitRequest,
  type Counted,
  type Limits,
  type LimitState,
  type RollingWindow,
  type Decision,
} from './windows.js';
import type { Owed } from './unreported-requests.js';
import { ADMIT_LUA } from './admit.lua.js';

const KEY_PREFIX = 'imagesearch:limits:';
/** Lost together with the counts, when Redis starts again without them. */
const EPOCH_KEY = `${KEY_PREFIX}epoch`;
const RECONNECT: Backoff = { firstPauseMs: 100, pauseMsMax: 1_000 };
const CONNECT_TIMEOUT_MS = 1_000;
/** Far above a healthy answer (well under 1 ms), and short beside a search. */
const ANSWER_TIMEOUT_MS = 200;

export interface RedisWindowsOptions {
  url: string;
  /** After which a slot that nobody gave back is free. */
  leaseMs: number;
  logger: Logger;
  windows?: readonly RollingWindow[];
  /** Unix milliseconds; the clock of Redis when left out, which is the same for every replica. */
  clock?: () => number;
}

declare module 'ioredis' {
  interface RedisCommander<Context> {
    /** `ADMIT_LUA`, sent by its digest once the server has it. */
    admit(keyCount: number, ...keysAndArguments: (string | number)[]): Result<number[], Context>;
  }
}

/** The windows that all replicas share. Every method rejects soon when Redis does not answer. */
export class RedisWindows {
  readonly #redis: Redis;
  readonly #leaseMs: number;
  readonly #windows: readonly RollingWindow[];
  readonly #clock: () => number;

  constructor({ url, leaseMs, logger, windows = ROLLING_WINDOWS, clock = () => 0 }: RedisWindowsOptions) {
    this.#leaseMs = leaseMs;
    this.#windows = windows;
    this.#clock = clock;
    this.#redis = new Redis(url, {
      lazyConnect: true,
      connectTimeout: CONNECT_TIMEOUT_MS,
      maxRetriesPerRequest: 0,
      enableOfflineQueue: false,
      retryStrategy: (attempt) => backoffMs(attempt, RECONNECT),
    });
    this.#redis.defineCommand('admit', { lua: ADMIT_LUA });
    // What cannot be reached is told where it is noticed; without a listener it would end the process.
    this.#redis.on('error', (error) => logger.debug({ err: error }, 'the connection to Redis failed'));
  }

  /** Hears of every connection that ends, so that a Redis that starts again between two requests is noticed. */
  onLost(listener: () => void): void {
    this.#redis.on('close', listener);
  }

  /** Resolves when the first attempt to connect has ended, well or not; later ones follow by themselves. */
  async connect(): Promise<void> {
    await this.#redis.connect().catch(() => undefined);
  }

  async admit({ accountId, limits, leaseId }: AdmitRequest): Promise<Decision> {
    const [admitted, counted] = await this.#run(accountId, limits, leaseId);
    return verdictOf(admitted, 'redis', statesOf(counted, limits, this.#windows));
  }

  async read(accountId: string, limits: Limits): Promise<LimitState[]> {
    const [, counted] = await this.#run(accountId, limits, '');
    return statesOf(counted, limits, this.#windows);
  }

  /** True once Redis has confirmed it. */
  async release(accountId: string, leaseId: string): Promise<true> {
    await answered(this.#redis.zrem(slotsKey(accountId), leaseId));
    return true;
  }

  /** A name that changes when Redis has lost what it counted. */
  async epoch(): Promise<string> {
    await answered(this.#redis.set(EPOCH_KEY, randomUUID(), 'NX'));
    const epoch = await answered(this.#redis.get(EPOCH_KEY));
    if (epoch === null) throw new Error('Redis lost a key that it was just given');
    return epoch;
  }

  /** Counts what was granted without Redis, and frees slots that were given back meanwhile: all or nothing. */
  async add(owed: readonly Owed[]): Promise<void> {
    const all = this.#redis.multi();
    for (const { accountId, rates, leases, released } of owed) {
      for (const [at, { name, windowMs, buckets }] of this.#windows.entries()) {
        const key = windowKey(accountId, name);
        for (const [bucket, count] of rates[at] ?? []) all.hincrby(key, String(bucket), count);
        all.pexpire(key, Math.ceil(windowMs + windowMs / buckets));
      }
      for (const [leaseId, lapsesAt] of leases) all.zadd(slotsKey(accountId), lapsesAt, leaseId);
      if (released.length > 0) all.zrem(slotsKey(accountId), ...released);
      all.pexpire(slotsKey(accountId), this.#leaseMs);
    }
    const answers = await answered(all.exec());
    for (const [error] of answers ?? []) if (error) throw error;
  }

  close(): void {
    this.#redis.disconnect();
  }

  async #run(accountId: string, limits: Limits, leaseId: string): Promise<[admitted: boolean, Counted]> {
    const keys = [...this.#windows.map(({ name }) => windowKey(accountId, name)), slotsKey(accountId)];
    const [admitted = 0, leases = 0, ...rates] = await answered(
      this.#redis.admit(
        keys.length,
        ...keys,
        this.#clock(),
        leaseId,
        this.#leaseMs,
        limits.concurrent ?? -1,
        ...this.#windows.flatMap(({ name, windowMs, buckets }) => [
          limits[name] ?? -1,
          windowMs / buckets,
          buckets,
        ]),
      ),
    );
    const counted = this.#windows.map((_, at) => ({
      used: rates[at * 2] ?? 0,
      resetMs: rates[at * 2 + 1] ?? 0,
    }));
    return [admitted === 1, { rates: counted, leases }];
  }
}

/** One hash tag an account: all its keys are in one slot of a cluster. */
const windowKey = (accountId: string, name: string): string => `${KEY_PREFIX}{${accountId}}:${name}`;
const slotsKey = (accountId: string): string => `${KEY_PREFIX}{${accountId}}:leases`;

/**
 * The answer, or a rejection when it takes too long. After the time is up what has arrived meanwhile is read once
 * more, so that a pause of this process is not taken for one of Redis.
 */
async function answered<Answer>(command: Promise<Answer>): Promise<Answer> {
  let timer: NodeJS.Timeout | undefined;
  const overdue = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      setImmediate(() =>
        setImmediate(() => reject(new Error(`Redis took more than ${ANSWER_TIMEOUT_MS} ms`))),
      );
    }, ANSWER_TIMEOUT_MS);
  });
  try {
    return await Promise.race([command, overdue]);
  } finally {
    clearTimeout(timer);
  }
}
