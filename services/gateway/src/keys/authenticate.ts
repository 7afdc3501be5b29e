import { setTimeout as sleep } from 'node:timers/promises';
import type { Request } from 'express';
import { AppError } from '@imagesearch/service-kit/errors';
import type { Pricing } from '../billing/plans.js';
import { withPlan, type AccountOnPlan } from '../accounts/account.js';
import type { ApiKeyCache } from './api-key-cache.js';
import type { LiveKey } from './live-key.js';

/**
 * A refusal is answered when the next multiple of this is reached, counted from when the key was read: longer than a
 * look-up takes, so that the time tells nothing of how far a key got.
 */
const REFUSAL_STEP_MS = 25;

/** A key that works, and its account with what the plan allows. */
export interface AuthenticatedKey extends Omit<LiveKey, 'account'> {
  account: AccountOnPlan;
}

/**
 * The key that a request carries. Refusals of malformed, unknown, revoked and expired keys read and last the same.
 * @throws UnknownPlanError, answered 500, when the price list lacks the account's plan.
 */
export async function authenticate(
  request: Request,
  { keys, pricing }: { keys: ApiKeyCache; pricing: Pricing },
): Promise<AuthenticatedKey> {
  const startedAt = performance.now();
  const key = request.get('X-API-Key') ?? '';
  const live = key === '' ? undefined : await keys.find(key);
  if (live) return { ...live, account: withPlan(live.account, pricing) };

  const tookMs = performance.now() - startedAt;
  await sleep(REFUSAL_STEP_MS - (tookMs % REFUSAL_STEP_MS));
  if (key === '') throw new AppError('auth_missing', 'Send your API key in the header X-API-Key.');
  throw new AppError('auth_invalid', 'This API key is not valid.');
}
