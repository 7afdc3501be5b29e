/**
 * The rolling windows and the slots of one account, in one step and one round trip.
 *
 * KEYS: a hash for each window, then the sorted set of slots; all with the account's hash tag.
 * ARGV: Unix milliseconds, or 0 for the server's clock; the slot's name, or '' to look only; the lease in milliseconds;
 *   slots allowed, or -1; then for each window: requests allowed, or -1; milliseconds of a bucket; number of buckets.
 * Answers: 1 when admitted; slots taken; then for each window: requests counted; milliseconds until it gives some back.
 */
export const ADMIT_LUA = `
local now, lease, leaseMs, slots = tonumber(ARGV[1]), ARGV[2], tonumber(ARGV[3]), tonumber(ARGV[4])
if now == 0 then
  local time = redis.call('TIME')
  now = time[1] * 1000 + math.floor(time[2] / 1000)
end
local slotsKey = KEYS[#KEYS]
local admitted = lease ~= ''

local windows = {}
for at = 1, #KEYS - 1 do
  local limit, bucketMs, buckets = tonumber(ARGV[at * 3 + 2]), tonumber(ARGV[at * 3 + 3]), tonumber(ARGV[at * 3 + 4])
  local window = { key = KEYS[at], limit = limit, bucketMs = bucketMs, buckets = buckets, used = 0, live = {} }
  window.current = math.floor(now / bucketMs)
  if limit >= 0 then
    local flat, gone = redis.call('HGETALL', window.key), {}
    for i = 1, #flat, 2 do
      local bucket, count = tonumber(flat[i]), tonumber(flat[i + 1])
      if bucket < window.current - buckets then
        gone[#gone + 1] = flat[i]
      else
        window.used = window.used + count
        window.live[#window.live + 1] = { bucket, count }
      end
    end
    if #gone > 0 and lease ~= '' then redis.call('HDEL', window.key, unpack(gone)) end
    if window.used >= limit then admitted = false end
  end
  windows[at] = window
end

local taken = 0
if slots >= 0 then
  if lease ~= '' then redis.call('ZREMRANGEBYSCORE', slotsKey, '-inf', now) end
  taken = redis.call('ZCOUNT', slotsKey, '(' .. now, '+inf')
  if taken >= slots then admitted = false end
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
  if slots >= 0 then
    redis.call('ZADD', slotsKey, now + leaseMs, lease)
    redis.call('PEXPIRE', slotsKey, leaseMs)
    taken = taken + 1
  end
end

local answer = { admitted and 1 or 0, taken }
for _, window in ipairs(windows) do
  local left, resetMs = window.used, 0
  if left > 0 then
    resetMs = window.bucketMs * window.buckets
    table.sort(window.live, function(a, b) return a[1] < b[1] end)
    for _, bucket in ipairs(window.live) do
      left = left - bucket[2]
      if left < window.limit then
        resetMs = (bucket[1] + window.buckets + 1) * window.bucketMs - now
        break
      end
    end
  end
  answer[#answer + 1] = window.used
  answer[#answer + 1] = math.ceil(resetMs)
end
return answer
`;
