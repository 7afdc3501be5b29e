import { Redis, type Result } from 'ioredis';
import type { Logger } from '@imagesearch/service-kit/logging';
import { backoffMs, type Backoff } from '@imagesearch/service-kit/resilience/retry';
import { tracedRedis } from '@imagesearch/service-kit/telemetry/traced-redis';
import { ROLLING_WINDOWS, type Counted, type Counter, type Limits } from './counter.js';

const KEY_PREFIX = 'imagesearch:limits:';
const RECONNECT: Backoff = { firstPauseMs: 100, pauseMsMax: 1_000 };
const CONNECT_TIMEOUT_MS = 1_000;
/** A healthy answer takes well under 1 ms; a search takes much longer than this. */
const ANSWER_TIMEOUT_MS = 200;

interface RedisCounterOptions {
  url: string;
  /** A lease that is never released expires after this. */
  leaseMs: number;
  logger: Logger;
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
export class RedisCounter implements Counter {
  readonly #redis: Redis;
  readonly #leaseMs: number;
  readonly #clock: () => number;

  constructor({ url, leaseMs, logger, clock = () => 0 }: RedisCounterOptions) {
    this.#leaseMs = leaseMs;
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

  /** Resolves when Redis is ready. Rejects when the first attempt fails; ioredis goes on by itself. */
  connect(): Promise<void> {
    return this.#redis.connect();
  }

  async count(accountId: string, limits: Limits, leaseId: string | null): Promise<Counted> {
    const keys = [...ROLLING_WINDOWS.map(({ name }) => windowKey(accountId, name)), leasesKey(accountId)];
    const [admitted = 0, leases = 0, ...rates] = await answered(
      this.#redis.admit(
        keys.length,
        ...keys,
        this.#clock(),
        leaseId ?? '',
        this.#leaseMs,
        limits.concurrent ?? -1,
        ...ROLLING_WINDOWS.flatMap(({ name, windowMs, buckets }) => [
          limits[name] ?? -1,
          windowMs / buckets,
          buckets,
        ]),
      ),
    );
    return {
      admitted: admitted === 1,
      leases,
      rates: ROLLING_WINDOWS.map((_, window) => ({
        used: rates[window * 2] ?? 0,
        resetMs: rates[window * 2 + 1] ?? 0,
      })),
    };
  }

  async release(accountId: string, leaseId: string): Promise<void> {
    await answered(this.#redis.zrem(leasesKey(accountId), leaseId));
  }

  close(): void {
    this.#redis.disconnect();
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

/**
 * Admits a request against the rolling windows and the leases of one account, atomically and in one round trip.
 *
 * KEYS: a hash per window with the requests of each bucket, then the sorted set of leases; all with the account's hash tag.
 * ARGV: Unix milliseconds, or 0 for the server's clock; the lease's id, or '' to read only; the lease's milliseconds;
 *   leases allowed, or -1; then per window: requests allowed, or -1; milliseconds of a bucket; number of buckets.
 * Returns: 1 when admitted; leases in use; then per window: requests counted; milliseconds until some quota returns.
 */
const ADMIT_LUA = `
local now, leaseId = tonumber(ARGV[1]), ARGV[2]
local leaseMs, leasesMax = tonumber(ARGV[3]), tonumber(ARGV[4])
if now == 0 then
  local time = redis.call('TIME')
  now = time[1] * 1000 + math.floor(time[2] / 1000)
end
local leasesKey = KEYS[#KEYS]
local admitted = leaseId ~= ''

local function number(value) return string.format('%d', value) end

local windows = {}
for at = 1, #KEYS - 1 do
  local limit, bucketMs, buckets = tonumber(ARGV[at * 3 + 2]), tonumber(ARGV[at * 3 + 3]), tonumber(ARGV[at * 3 + 4])
  local window = { key = KEYS[at], limit = limit, bucketMs = bucketMs, buckets = buckets, used = 0, live = {} }
  window.current = math.floor(now / bucketMs)
  if limit >= 0 then
    local fields = {}
    for bucket = window.current - buckets, window.current do fields[#fields + 1] = number(bucket) end
    for at, count in ipairs(redis.call('HMGET', window.key, unpack(fields))) do
      if count then
        window.used = window.used + tonumber(count)
        window.live[#window.live + 1] = { tonumber(fields[at]), tonumber(count) }
      end
    end
    if window.used >= limit then admitted = false end
  end
  windows[at] = window
end

local leases = 0
if leasesMax >= 0 then
  if leaseId ~= '' then redis.call('ZREMRANGEBYSCORE', leasesKey, '-inf', now) end
  leases = redis.call('ZCOUNT', leasesKey, '(' .. now, '+inf')
  if leases >= leasesMax then admitted = false end
end

local function dropExpired(window)
  local expired = {}
  for _, field in ipairs(redis.call('HKEYS', window.key)) do
    if tonumber(field) < window.current - window.buckets then expired[#expired + 1] = field end
  end
  for at = 1, #expired, 1000 do
    redis.call('HDEL', window.key, unpack(expired, at, math.min(at + 999, #expired)))
  end
end

if admitted then
  for _, window in ipairs(windows) do
    if window.limit >= 0 then
      local bucket = number(window.current)
      if redis.call('HINCRBY', window.key, bucket, 1) == 1 then dropExpired(window) end
      redis.call('PEXPIRE', window.key, math.ceil(window.bucketMs * (window.buckets + 1)))
      window.used = window.used + 1
      window.live[#window.live + 1] = { window.current, 1 }
    end
  end
  if leasesMax >= 0 then
    redis.call('ZADD', leasesKey, now + leaseMs, leaseId)
    redis.call('PEXPIRE', leasesKey, leaseMs)
    leases = leases + 1
  end
end

local reply = { admitted and 1 or 0, leases }
for _, window in ipairs(windows) do
  local remaining, resetMs = window.used, 0
  if remaining > 0 then
    resetMs = window.bucketMs * window.buckets
    for _, bucket in ipairs(window.live) do
      remaining = remaining - bucket[2]
      if remaining < window.limit then
        resetMs = (bucket[1] + window.buckets + 1) * window.bucketMs - now
        break
      end
    end
  end
  reply[#reply + 1] = window.used
  reply[#reply + 1] = math.ceil(resetMs)
end
return reply
`;
