/**
 * Admits a request against the rolling windows and the leases of one account, atomically and in one round trip.
 *
 * KEYS: a hash per window, then the sorted set of leases; all with the account's hash tag.
 * ARGV: Unix milliseconds, or 0 for the server's clock; the lease's id, or '' to read only; the lease's milliseconds;
 *   leases allowed, or -1; then per window: requests allowed, or -1; milliseconds of a bucket; number of buckets.
 * Returns: 1 when admitted; leases in use; then per window: requests counted; milliseconds until some quota returns.
 */
export const ADMIT_LUA = `
local now, leaseId, leaseMs, leasesMax = tonumber(ARGV[1]), ARGV[2], tonumber(ARGV[3]), tonumber(ARGV[4])
if now == 0 then
  local time = redis.call('TIME')
  now = time[1] * 1000 + math.floor(time[2] / 1000)
end
local leasesKey = KEYS[#KEYS]
local admitted = leaseId ~= ''

local windows = {}
for at = 1, #KEYS - 1 do
  local limit, bucketMs, buckets = tonumber(ARGV[at * 3 + 2]), tonumber(ARGV[at * 3 + 3]), tonumber(ARGV[at * 3 + 4])
  local window = { key = KEYS[at], limit = limit, bucketMs = bucketMs, buckets = buckets, used = 0, live = {} }
  window.current = math.floor(now / bucketMs)
  if limit >= 0 then
    local flat, expired = redis.call('HGETALL', window.key), {}
    for i = 1, #flat, 2 do
      local bucket, count = tonumber(flat[i]), tonumber(flat[i + 1])
      if bucket < window.current - buckets then
        expired[#expired + 1] = flat[i]
      else
        window.used = window.used + count
        window.live[#window.live + 1] = { bucket, count }
      end
    end
    if #expired > 0 and leaseId ~= '' then redis.call('HDEL', window.key, unpack(expired)) end
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

if admitted then
  for _, window in ipairs(windows) do
    if window.limit >= 0 then
      redis.call('HINCRBY', window.key, string.format('%d', window.current), 1)
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
    table.sort(window.live, function(a, b) return a[1] < b[1] end)
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
