/**
 * Admits a request against the rolling windows and the leases of one account, atomically and in one round trip.
 *
 * KEYS: a hash per window with the requests of each bucket, then the sorted set of leases; all with the account's hash tag.
 * ARGV: Unix milliseconds, or 0 for the server's clock; the lease's id, or '' to read only; the lease's milliseconds;
 *   leases allowed, or -1; then per window: requests allowed, or -1; milliseconds of a bucket; number of buckets.
 * Returns: 1 when admitted; Unix milliseconds of the decision; leases in use; then per window: requests counted;
 *   milliseconds until some quota returns.
 */
export const ADMIT_LUA = `
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

local reply = { admitted and 1 or 0, now, leases }
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
