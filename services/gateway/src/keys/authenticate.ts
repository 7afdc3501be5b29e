import { setTimeout as sleep } from 'node:timers/promises';
import { AppError } from '@imagesearch/service-kit/errors';
import type { Pricing } from '../billing/plans.js';
import { withPlan, type AccountOnPlan } from '../accounts/account.js';
import type { ApiKeyCache } from './api-key-cache.js';
import type { LiveKey } from './live-key.js';

/**
 * Every refusal is delayed to the next multiple of this since the start: longer than a look-up takes, so that the
 * response time does not reveal why a key was refused.
 */
const REFUSAL_STEP_MS = 25;

/** A live key, and its account with the plan that it is on. */
export interface AuthenticatedKey extends Omit<LiveKey, 'account'> {
  account: AccountOnPlan;
}

/**
 * Refuses malformed, unknown, revoked and expired keys with the same answer.
 * @param key Value of the header `X-API-Key`; undefined or empty without one.
 * @throws UnknownPlanError, answered 500, when the price list lacks the account's plan.
 */
export async function authenticate(
  key: string | undefined,
  { keys, pricing }: { keys: ApiKeyCache; pricing: Pricing },
): Promise<AuthenticatedKey> {
  const startedAt = performance.now();
  const isMissing = key === undefined || key === '';
  const live = isMissing ? undefined : await keys.find(key);
  if (live) return { ...live, account: withPlan(live.account, pricing) };

  const elapsedMs = performance.now() - startedAt;
  await sleep(REFUSAL_STEP_MS - (elapsedMs % REFUSAL_STEP_MS));
  if (isMissing) throw new AppError('auth_missing', 'Send your API key in the header X-API-Key.');
  throw new AppError('auth_invalid', 'This API key is not valid.');
}
