import { billedAccount } from '../billing/plans.js';
import type { RateLimiter } from '../limits/limiter.js';
import { jsonAnswer } from '../operations/answers.js';
import { operation } from '../operations/operation.js';
import { answerSchema } from '../operations/schemas.js';
import { usageSchema, type Usage, type UsageLog } from './usage.js';

const SEARCHES_LISTED = 100;

const USAGE_EXAMPLE: Usage = {
  key: { key_id: '8d0f7c1e-5b7a-4c52-9d0a-3a51e2f6b714', scopes: ['search', 'asset', 'usage'] },
  plan: 'scale',
  period: { start: '2026-11-01T00:00:00.000Z', end: '2026-12-01T00:00:00.000Z' },
  credits: { granted: 75_000, used: 1, reserved: 2, remaining: 84_997, packs: 10_000 },
  windows: [
    { limit: 'rpm', quota: 1_000, used: 2, remaining: 998, reset_s: 57 },
    { limit: 'rpd', quota: 100_000, used: 2, remaining: 99_998, reset_s: 87_120 },
    { limit: 'concurrent', quota: 25, used: 1, remaining: 24, reset_s: 0 },
  ],
  searches: [
    {
      query_id: 'q_7d1e0c9b8a7f6e5d4c3b2a1908f7e6d5',
      endpoint: 'search',
      idempotency_key: null,
      status: 'in_flight',
      credits_charged: 0,
      created_at: '2026-11-21T10:00:02.512Z',
    },
    {
      query_id: 'q_0f3d5a6b7c8e9f00112233445566778a',
      endpoint: 'search',
      idempotency_key: '5f2c8f4e-6f0e-4a53-9b0d-2f3f1f0a7c11',
      status: 'answered',
      credits_charged: 1,
      created_at: '2026-11-21T10:00:00.000Z',
    },
  ],
};

/** What the usage of an account is read from. */
export interface UsageParts {
  usage: UsageLog;
  rateLimiter: Pick<RateLimiter, 'read'>;
}

export const getUsage = operation({
  get: '/v1/usage',
  client: { method: 'usage' },
  summary: 'Credits left, and the outcome of the latest searches',
  description:
    'Lists the last 100 searches with their `Idempotency-Key`, status and charge. Use it after a search whose answer ' +
    'did not arrive. Costs nothing.',
  scope: 'usage',
  answers: {
    200: jsonAnswer('The current billing period of the account.', answerSchema('Usage', usageSchema), {
      usage: USAGE_EXAMPLE,
    }),
  },
  inTurn: 'read its usage',
  run: async (
    { usage, rateLimiter }: UsageParts,
    _input,
    { by: { id, scopes, account } },
  ): Promise<Usage> => {
    const [balance, searches, windows] = await Promise.all([
      usage.readBalance(billedAccount(account)),
      usage.listQueries(account.id, SEARCHES_LISTED),
      rateLimiter.read(account.id, account.plan.limits),
    ]);
    const { granted, used, reserved, remaining, packs, period } = balance;
    return {
      key: { key_id: id, scopes: [...scopes] },
      plan: account.plan.id,
      period: { start: period.startsAt.toISOString(), end: period.endsAt.toISOString() },
      credits: { granted, used, reserved, remaining, packs },
      windows: windows.map(({ name, limit, used: taken, remaining: left, resetMs }) => ({
        limit: name,
        quota: limit,
        used: taken,
        remaining: left,
        reset_s: Math.ceil(resetMs / 1_000),
      })),
      searches,
    };
  },
});
