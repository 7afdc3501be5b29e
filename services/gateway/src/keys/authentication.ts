import { setTimeout as sleep } from 'node:timers/promises';
import { createHash } from 'node:crypto';
import { AppError } from '@imagesearch/service-kit/errors';
import { type Pricing, withPlan, type AccountOnPlan } from '../billing/plans.js';
import { type LiveKey, isWellFormedKey } from './api-key.js';
import { CachedLookups, type LookupOutcome } from '../limits/cached-lookups.js';

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

/** Finds a live key; undefined for any other. */
interface KeyLookup {
  findByKey(key: string): Promise<LiveKey | undefined>;
}

/** `malformed` and `cached` needed no look-up of their own. */
export type KeyLookupOutcome = 'malformed' | LookupOutcome;

/** Live keys and refused ones. The database looks up too few in the time of one to push a key in use out. */
const KEYS_MAX = 20_000;
/** Every gateway follows a change of a key or a plan within 5 s; the look-up takes the rest of that time. */
const CACHE_TTL_MS = 4_000;

interface ApiKeyCacheOptions {
  onLookup?: (outcome: KeyLookupOutcome) => void;
  /** Milliseconds that only grow, for the age of cached keys. */
  clock?: () => number;
}

/** Recently verified keys. A key that is used or refused repeatedly costs one look-up every few seconds. */
export class ApiKeyCache {
  readonly #lookups: CachedLookups<LiveKey>;
  readonly #onLookup: (outcome: KeyLookupOutcome) => void;

  constructor(lookup: KeyLookup, { onLookup = () => undefined, clock }: ApiKeyCacheOptions = {}) {
    this.#onLookup = onLookup;
    this.#lookups = new CachedLookups({
      // The cache holds digests, so that memory holds no key in the clear.
      cacheKeyOf: (key) => createHash('sha256').update(key).digest('base64'),
      lookUp: (key) => lookup.findByKey(key),
      sizeMax: KEYS_MAX,
      foundTtlMs: CACHE_TTL_MS,
      refusedTtlMs: CACHE_TTL_MS,
      ...(clock && { clock }),
    });
  }

  /** Undefined for a key that is malformed, unknown, revoked or expired. @throws AppError `overloaded` */
  async find(key: string): Promise<LiveKey | undefined> {
    if (!isWellFormedKey(key)) {
      this.#onLookup('malformed');
      return undefined;
    }
    const { found, outcome } = await this.#lookups.find(key);
    this.#onLookup(outcome);
    return found && (found.expiresAt === null || found.expiresAt.getTime() > Date.now()) ? found : undefined;
  }
}
