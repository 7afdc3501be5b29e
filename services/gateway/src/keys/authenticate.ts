import { setTimeout as sleep } from 'node:timers/promises';
import { AppError } from '@imagesearch/service-kit/errors';
import type { Pricing } from '../billing/plans.js';
import { withPlan, type AccountOnPlan } from '../accounts/account.js';
import type { ApiKeyCache } from './api-key-cache.js';
import type { LiveKey } from './live-key.js';

/** Refusals wait for the next multiple of this, so that the response time does not reveal why a key was refused. */
const REFUSAL_STEP_MS = 25;

export interface AuthenticatedKey extends Omit<LiveKey, 'account'> {
  account: AccountOnPlan;
}

/** All refusals are alike. @throws UnknownPlanError, answered 500, when the price list lacks the account's plan. */
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
