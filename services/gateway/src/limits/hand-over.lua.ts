/**
 * Brings the counts of one account up to what one gateway has counted. Running it again changes nothing, because it
 * compares the gateway's totals with those that Redis holds of it: nothing counts twice, whatever was lost.
 *
 * KEYS: as for `ADMIT_LUA`.
 * ARGV: the gateway; milliseconds of a lease; number of leases, then of each its id and its expiry in Unix milliseconds;
 *   then per window: its milliseconds with one bucket more; number of buckets, then of each its number and its requests.
 */
export const HAND_OVER_LUA = `
local at = 0
local function nextArgument() at = at + 1; return ARGV[at] end

local gateway, leaseMs = nextArgument(), tonumber(nextArgument())
local leasesKey, open = KEYS[#KEYS], {}
for _ = 1, tonumber(nextArgument()) do
  local member = gateway .. '/' .. nextArgument()
  open[member] = true
  redis.call('ZADD', leasesKey, nextArgument(), member)
end
for _, member in ipairs(redis.call('ZRANGE', leasesKey, 0, -1)) do
  local isOurs = string.sub(member, 1, #gateway + 1) == gateway .. '/'
  if isOurs and not open[member] then redis.call('ZREM', leasesKey, member) end
end
redis.call('PEXPIRE', leasesKey, leaseMs)

for window = 1, #KEYS - 1 do
  local key, windowMs = KEYS[window], tonumber(nextArgument())
  for _ = 1, tonumber(nextArgument()) do
    local bucket, counted = nextArgument(), tonumber(nextArgument())
    local field = gateway .. '/' .. bucket
    local missing = counted - tonumber(redis.call('HGET', key, field) or 0)
    if missing > 0 then
      redis.call('HINCRBY', key, bucket, missing)
      redis.call('HINCRBY', key, field, missing)
    end
  end
  redis.call('PEXPIRE', key, windowMs)
end
`;
