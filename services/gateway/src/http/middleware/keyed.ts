import { randomUUID } from 'node:crypto';
import type { RequestHandler, Response } from 'express';
import { AppError } from '@imagesearch/service-kit/errors';
import type { GatewayContext } from '../../context.js';
import type { AccountOnPlan } from '../../accounts/account.js';
import type { Scope } from '../../keys/scope.js';
import { isUnlimited, type Decision } from '../../limits/windows.js';
import { rateLimitHeaders } from '../../limits/rate-limit-headers.js';
import { authenticate, type AuthenticatedKey } from '../../keys/authenticate.js';

/**
 * Admits a request to an address that takes a key, before any of its body is read: the key, then a place within the
 * limits of its account, then its scope. Whatever is answered after the first two, the request has counted.
 */
export function keyed(context: GatewayContext, scope: Scope | null): RequestHandler {
  return async (request, response, next) => {
    const key = await authenticate(request, context);
    context.keyUse.note(key.id);
    await takePlace(response, key.account, context);
    if (scope !== null && !key.scopes.includes(scope)) {
      throw new AppError('scope_missing', `This key may not be used for ${scope}.`, { ctx: { scope } });
    }
    response.locals['key'] = key;
    next();
  };
}

/** The account of a request that `keyed` has let through. */
export function accountOf(response: Response): AccountOnPlan {
  return (response.locals['key'] as AuthenticatedKey).account;
}

async function takePlace(
  response: Response,
  { id: accountId, plan: { limits } }: AccountOnPlan,
  context: GatewayContext,
): Promise<void> {
  if (isUnlimited(limits)) return;
  const leaseId = randomUUID();
  const decision = await context.windows.admit({ accountId, limits, leaseId });
  context.events.admission(decision.admitted ? 'admitted' : decision.limit, decision.source);
  response.set(rateLimitHeaders(decision.states));
  if (!decision.admitted) throw refusal(response, decision);

  const release = () => context.windows.release(accountId, leaseId);
  if (response.destroyed) release();
  else {
    // The first of the two: an answer that is whole ends the request, also when its connection stays open.
    let isReleased = false;
    for (const event of ['finish', 'close']) {
      response.once(event, () => {
        if (!isReleased) release();
        isReleased = true;
      });
    }
  }
}

const REFUSALS = {
  rpm: 'The requests a minute of this account are used up.',
  rpd: 'The requests a day of this account are used up.',
  concurrent: 'As many requests of this account are under way as may be at once.',
};

function refusal(
  response: Response,
  { limit, retryAfterMs }: Extract<Decision, { admitted: false }>,
): AppError {
  response.set('Retry-After', String(Math.max(1, Math.ceil(retryAfterMs / 1_000))));
  return new AppError('rate_limited', REFUSALS[limit], { ctx: { limit } });
}
