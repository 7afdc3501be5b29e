import { randomUUID } from 'node:crypto';
import type { Request, RequestHandler, Response } from 'express';
import { AppError } from '@imagesearch/service-kit/errors';
import type { GatewayContext } from '../../context.js';
import type { AccountOnPlan } from '../../accounts/account.js';
import type { Scope } from '../../keys/scope.js';
import { ADMISSION_HEADER } from '../../limits/handed-admissions.js';
import { isUnlimited, type LimitDecision } from '../../limits/rate-limiter.js';
import { note } from './request-event.js';
import { rateLimitHeaders } from '../../limits/rate-limit-headers.js';
import { authenticate, type AuthenticatedKey } from '../../keys/authenticate.js';

/** Admits a request before its body is read: key, limits, scope. A request that the limits admit counts in any case. */
export function keyed(context: GatewayContext, scope: Scope | null): RequestHandler {
  return async (request, response, next) => {
    // What follows belongs to a key: no cache may give it to somebody else.
    response.set('Cache-Control', 'private, no-store');
    const key = await authenticate(request.get('X-API-Key'), context);
    context.keyUsage.record(key.id);
    note(response, { account: key.account.id, plan: key.account.plan.id, keyId: key.id });
    await admitWithinLimits(request, response, key.account, context);
    if (scope !== null && !key.scopes.includes(scope)) {
      throw new AppError('scope_missing', `This key may not be used for ${scope}.`, { ctx: { scope } });
    }
    response.locals['key'] = key;
    next();
  };
}

/** The key of a request that `keyed` has admitted. */
export function keyOf(response: Response): AuthenticatedKey {
  return response.locals['key'] as AuthenticatedKey;
}

/** The account of a request that `keyed` has admitted. */
export function accountOf(response: Response): AccountOnPlan {
  return keyOf(response).account;
}

/** Counts a request towards the limits of its account. @throws AppError `rate_limited` */
export async function admitWithinLimits(
  request: Request,
  response: Response,
  { id: accountId, plan: { limits } }: AccountOnPlan,
  context: GatewayContext,
): Promise<void> {
  if (isUnlimited(limits)) return;
  if (context.handedAdmissions.take(request.get(ADMISSION_HEADER), accountId)) return;
  const leaseId = randomUUID();
  const decision = await context.rateLimiter.admit({ accountId, limits, leaseId });
  context.events.admissionDecided(decision.admitted ? 'admitted' : decision.limit, decision.source);
  response.set(rateLimitHeaders(decision.states));
  if (!decision.admitted) throw refusal(response, decision);

  const release = () => context.rateLimiter.release(accountId, leaseId);
  if (response.destroyed) release();
  else {
    // `finish` comes first when the answer is complete, `close` when the connection ends before it.
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
  rpm: 'This account has used all its requests of this minute.',
  rpd: 'This account has used all its requests of this day.',
  concurrent: 'This account has the most requests in flight that its plan allows.',
};

function refusal(
  response: Response,
  { limit, retryAfterMs }: Extract<LimitDecision, { admitted: false }>,
): AppError {
  response.set('Retry-After', String(Math.max(1, Math.ceil(retryAfterMs / 1_000))));
  return new AppError('rate_limited', REFUSALS[limit], { ctx: { limit } });
}
