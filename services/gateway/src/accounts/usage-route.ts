import type { RequestHandler } from 'express';
import { createKeyedSemaphore } from '@imagesearch/service-kit/resilience/keyed-semaphore';
import type { GatewayContext } from '../context.js';
import { billedAccount } from './account.js';
import { accountOf } from '../http/middleware/keyed.js';
import type { Usage } from './usage-schema.js';

const SEARCHES_LISTED = 100;
/** Reads of one account that may wait for each other, so that it does not hold up the reads of others. */
const READS_WAITING_MAX = 50;

/** `GET /v1/usage`: the credits, limits and latest searches of the account. Free. */
export function usageRoute(context: GatewayContext): RequestHandler {
  const reads = createKeyedSemaphore(1, {
    waitingMax: READS_WAITING_MAX,
    fullMessage: 'Too many requests of this account read its usage. Try again shortly.',
  });
  return async (_request, response) => {
    const account = accountOf(response);
    const [balance, searches, windows] = await reads.run(account.id, () =>
      Promise.all([
        context.usage.readBalance(billedAccount(account)),
        context.usage.listQueries(account.id, SEARCHES_LISTED),
        context.rateLimiter.read(account.id, account.plan.limits),
      ]),
    );
    const usage: Usage = {
      plan: account.plan.id,
      period: { start: balance.period.startsAt.toISOString(), end: balance.period.endsAt.toISOString() },
      credits: {
        granted: balance.granted,
        used: balance.used,
        reserved: balance.reserved,
        remaining: balance.remaining,
        packs: balance.packs,
      },
      windows: windows.map(({ name, limit, used, remaining, resetMs }) => ({
        limit: name,
        quota: limit,
        used,
        remaining,
        reset_s: Math.ceil(resetMs / 1_000),
      })),
      searches: searches.map((search) => ({
        query_id: search.queryId,
        endpoint: search.endpoint,
        idempotency_key: search.idempotencyKey,
        status: search.status,
        credits_charged: search.charged,
        created_at: search.createdAt.toISOString(),
      })),
    };
    response.json(usage);
  };
}
