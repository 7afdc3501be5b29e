import { Redis, type Result } from 'ioredis';
import type { Logger } from '@imagesearch/service-kit/logging';
import { backoffMs, type Backoff } from '@imagesearch/service-kit/resilience/retry';
import { tracedRedis } from '@imagesearch/service-kit/telemetry/traced-redis';
import {
  ROLLING_WINDOWS,
  statesOf,
  decisionOf,
  type AdmitRequest,
  type Counted,
  type Limits,
  type LimitState,
  type RollingWindow,
  type LimitDecision,
} from './rate-limiter.js';
import { ADMIT_LUA } from './admit.lua.js';

const KEY_PREFIX = 'imagesearch:limits:';
const RECONNECT: Backoff = { firstPauseMs: 100, pauseMsMax: 1_000 };
const CONNECT_TIMEOUT_MS = 1_000;
/** A healthy answer takes well under 1 ms; a search takes much longer than this. */
const ANSWER_TIMEOUT_MS = 200;

export interface RedisRateLimiterOptions {
  url: string;
  /** A lease that is never released expires after this. */
  leaseMs: number;
  logger: Logger;
  windows?: readonly RollingWindow[];
  /** By default the clock of Redis decides, which all replicas share. */
  clock?: () => number;
}

declare module 'ioredis' {
  interface RedisCommander<Context> {
    /** Runs `ADMIT_LUA`; ioredis sends its digest once the server knows the script. */
    admit(keyCount: number, ...keysAndArguments: (string | number)[]): Result<number[], Context>;
  }
}

/** Counts in Redis, which all replicas share. Every method rejects within `ANSWER_TIMEOUT_MS` when Redis does not answer. */
export class RedisRateLimiter {
  readonly #redis: Redis;
  readonly #leaseMs: number;
  readonly #windows: readonly RollingWindow[];
  readonly #clock: () => number;

  constructor({ url, leaseMs, logger, windows = ROLLING_WINDOWS, clock = () => 0 }: RedisRateLimiterOptions) {
    this.#leaseMs = leaseMs;
    this.#windows = windows;
    this.#clock = clock;
    this.#redis = new Redis(url, {
      lazyConnect: true,
      connectTimeout: CONNECT_TIMEOUT_MS,
      maxRetriesPerRequest: 0,
      enableOfflineQueue: false,
      retryStrategy: (attempt) => backoffMs(attempt, RECONNECT),
      // After a failover the old primary may keep its connections: a new one leads to the new primary.
      reconnectOnError: (error) => error.message.includes('READONLY'),
    });
    tracedRedis(this.#redis);
    this.#redis.defineCommand('admit', { lua: ADMIT_LUA });
    // The caller of a command reports the failure; without a listener, the event would end the process.
    this.#redis.on('error', (error) => logger.debug({ err: error }, 'the connection to Redis failed'));
  }

  /** Calls the listener at the end of every connection, so that an outage between two requests is noticed. */
  onLost(listener: () => void): void {
    this.#redis.on('close', listener);
  }

  /** Resolves after the first attempt to connect, even when it failed; ioredis retries by itself. */
  async connect(): Promise<void> {
    await this.#redis.connect().catch(() => undefined);
  }

  async admit({ accountId, limits, leaseId }: AdmitRequest): Promise<LimitDecision> {
    const { admitted, at, counted } = await this.#run(accountId, limits, leaseId);
    return decisionOf(admitted, { source: 'redis', at, states: statesOf(counted, limits, this.#windows) });
  }

  async read(accountId: string, limits: Limits): Promise<LimitState[]> {
    const { counted } = await this.#run(accountId, limits, '');
    return statesOf(counted, limits, this.#windows);
  }

  async release(accountId: string, leaseId: string): Promise<void> {
    await answered(this.#redis.zrem(leasesKey(accountId), leaseId));
  }

  async ping(): Promise<void> {
    await answered(this.#redis.ping());
  }

  close(): void {
    this.#redis.disconnect();
  }

  async #run(
    accountId: string,
    limits: Limits,
    leaseId: string,
  ): Promise<{ admitted: boolean; at: number; counted: Counted }> {
    const keys = this.#keysOf(accountId);
    const [admitted = 0, at = 0, leases = 0, ...rates] = await answered(
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
    const counted = this.#windows.map((_, window) => ({
      used: rates[window * 2] ?? 0,
      resetMs: rates[window * 2 + 1] ?? 0,
    }));
    return { admitted: admitted === 1, at, counted: { rates: counted, leases } };
  }

  #keysOf(accountId: string): string[] {
    return [...this.#windows.map(({ name }) => windowKey(accountId, name)), leasesKey(accountId)];
  }
}

/** The hash tag keeps all keys of an account in one slot of a cluster. */
const windowKey = (accountId: string, name: string): string => `${KEY_PREFIX}{${accountId}}:${name}`;
const leasesKey = (accountId: string): string => `${KEY_PREFIX}{${accountId}}:leases`;

/** Rejects when the answer takes too long. Reads the socket once more before: this process may have been paused. */
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
