import { randomBytes, randomUUID } from 'node:crypto';
import type { Request, RequestHandler, Response } from 'express';
import { AppError } from '@imagesearch/service-kit/errors';
import type { AccountOnPlan, Pricing } from '../billing/plans.js';
import { note } from '../http/telemetry.js';
import {
  isUnlimited,
  rateLimitHeaders,
  type DecisionSource,
  type LimitDecision,
  type LimitName,
  type RateLimiter,
} from '../limits/limiter.js';
import type { Scope } from './api-key.js';
import { authenticate, type ApiKeyCache, type AuthenticatedKey } from './authentication.js';

/** Names an admission in a request that this gateway makes to itself. */
export const ADMISSION_HEADER = 'X-Handed-Admission';
const ADMISSION_TOKEN_BYTES = 16;

interface AdmissionParts {
  keys: ApiKeyCache;
  pricing: Pricing;
  rateLimiter: RateLimiter;
  onDecision: (outcome: 'admitted' | LimitName, source: DecisionSource) => void;
}

/** Admits requests by their key and the limits of its account. */
export class Admission {
  readonly #parts: AdmissionParts;
  /** Accounts of the admissions that were handed on, by token. */
  readonly #handed = new Map<string, string>();

  constructor(parts: AdmissionParts) {
    this.#parts = parts;
  }

  /** Admits a request before its body is read: key, limits, scope. A request that the limits admit counts in any case. */
  keyed(scope: Scope | null): RequestHandler {
    return async (request, response, next) => {
      const key = await this.authenticate(request.get('X-API-Key'), response);
      note(response, { account: key.account.id, plan: key.account.plan.id, keyId: key.id });
      await this.withinLimits(request, response, key.account);
      if (scope !== null && !key.scopes.includes(scope)) {
        throw new AppError('scope_missing', `This key may not be used for ${scope}.`, { ctx: { scope } });
      }
      next();
    };
  }

  /** Finds the key of a request, which `keyOf` then knows. @throws AppError `auth_missing`, `auth_invalid` */
  async authenticate(sentKey: string | undefined, response: Response): Promise<AuthenticatedKey> {
    // What follows belongs to a key: no cache may give it to somebody else.
    response.set('Cache-Control', 'private, no-store');
    const key = await authenticate(sentKey, this.#parts);
    response.locals['key'] = key;
    return key;
  }

  /** Counts a request towards the limits of its account. @throws AppError `rate_limited` */
  async withinLimits(
    request: Request,
    response: Response,
    { id: accountId, plan: { limits } }: AccountOnPlan,
  ): Promise<void> {
    if (isUnlimited(limits)) return;
    if (this.#takeHanded(request.get(ADMISSION_HEADER), accountId)) return;
    const { rateLimiter, onDecision } = this.#parts;
    const leaseId = randomUUID();
    const decision = await rateLimiter.admit(accountId, limits, leaseId);
    onDecision(decision.admitted ? 'admitted' : decision.limit, decision.source);
    response.set(rateLimitHeaders(decision.states));
    if (!decision.admitted) throw refusal(response, decision);

    const release = () => rateLimiter.release(accountId, leaseId);
    if (response.destroyed) release();
    // It comes once: when the answer is complete, or when the connection ends before it.
    else response.once('close', release);
  }

  /**
   * Hands an admission on to a request that this gateway makes to itself: the outer one counts towards the limits and holds
   * the place, and the first inner one of the same account needs no admission of its own.
   * @returns a secret, which works once and until `endHanded`.
   */
  hand(accountId: string): string {
    const token = randomBytes(ADMISSION_TOKEN_BYTES).toString('hex');
    this.#handed.set(token, accountId);
    return token;
  }

  endHanded(token: string): void {
    this.#handed.delete(token);
  }

  #takeHanded(token: string | undefined, accountId: string): boolean {
    return token !== undefined && this.#handed.get(token) === accountId && this.#handed.delete(token);
  }
}

/** The key of an admitted request. */
export function keyOf(response: Response): AuthenticatedKey {
  return response.locals['key'] as AuthenticatedKey;
}

/** The account of an admitted request. */
export function accountOf(response: Response): AccountOnPlan {
  return keyOf(response).account;
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
