import { setTimeout as sleep } from 'node:timers/promises';
import { createHash } from 'node:crypto';
import { AppError } from '@imagesearch/service-kit/errors';
import { LRUCache } from 'lru-cache';
import { type Pricing, withPlan, type AccountOnPlan } from '../billing/plans.js';
import { type LiveKey, isWellFormedKey } from './api-key.js';

/** Refusals wait for the next multiple of this, so that the response time does not reveal why a key was refused. */
const REFUSAL_STEP_MS = 25;

export interface AuthenticatedKey extends Omit<LiveKey, 'account'> {
  account: AccountOnPlan;
}

/** All refusals are alike. @throws Error, answered 500, when the price list lacks the account's plan. */
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

/** Live keys and refused ones. The database looks up too few in the time of one to push a key in use out. */
const KEYS_MAX = 20_000;
/** Every gateway follows a change of a key or a plan within 5 s; the look-up takes the rest of that time. */
const CACHE_TTL_MS = 4_000;

/** Recently verified keys. A key that is used or refused repeatedly costs one look-up every few seconds. */
export class ApiKeyCache {
  /** By digest, so that memory holds no key in the clear; also keys that are refused. */
  readonly #known: LRUCache<string, { live: LiveKey | undefined }, string>;

  /** @param now Milliseconds that only grow, for the age of cached keys. */
  constructor(lookup: KeyLookup, now: () => number = () => performance.now()) {
    this.#known = new LRUCache({
      max: KEYS_MAX,
      ttl: CACHE_TTL_MS,
      perf: { now },
      ttlResolution: 0,
      fetchMethod: async (_digest, _stale, { context: key }) => ({ live: await lookup.findByKey(key) }),
    });
  }

  /** Undefined for a key that is malformed, unknown, revoked or expired. @throws AppError `overloaded` */
  async find(key: string): Promise<LiveKey | undefined> {
    if (!isWellFormedKey(key)) return undefined;
    const digest = createHash('sha256').update(key).digest('base64');
    const { live } = await this.#known.forceFetch(digest, { context: key });
    return live && (live.expiresAt === null || live.expiresAt.getTime() > Date.now()) ? live : undefined;
  }
}
