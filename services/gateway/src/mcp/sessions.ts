import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import { CreditBudget } from '@imagesearch/mcp/credit-budget';
import type { KeySecrets } from '../keys/api-key.js';

const BUDGETS_MAX = 10_000;
const BUDGET_TTL_MS = 24 * 60 * 60_000;
const RANDOM_BYTES = 12;
const FORM = /^mcp_([0-9a-f]{24})_(\d{1,9})_([0-9a-f]{32})$/;
/** Keeps these tags apart from everything else that is made under the same secret. */
const TAG_CONTEXT = 'mcp session:';

/**
 * MCP sessions with a bound on credits. An id carries its bound and a tag under the secret, so every gateway knows its own
 * ids without a store. What was spent is counted in each gateway process, for sessions that spent something.
 */
export class McpSessions {
  readonly #secrets: KeySecrets;
  readonly #budgets = new LRUCache<string, CreditBudget>({
    max: BUDGETS_MAX,
    ttl: BUDGET_TTL_MS,
    updateAgeOnGet: true,
  });

  constructor(secrets: KeySecrets) {
    this.#secrets = secrets;
  }

  /** A new session of a key. @returns its id. */
  start(keyId: string, maxCredits: number): string {
    const random = randomBytes(RANDOM_BYTES).toString('hex');
    const tag = tagOf(this.#secrets[0], random, String(maxCredits), keyId);
    return `mcp_${random}_${maxCredits}_${tag}`;
  }

  /** Undefined when the id was not issued for this key. */
  budgetOf(sessionId: string, keyId: string): CreditBudget | undefined {
    const [, random = '', maxCredits = '', tag = ''] = FORM.exec(sessionId) ?? [];
    const given = Buffer.from(tag);
    const expected = this.#secrets.map((secret) => Buffer.from(tagOf(secret, random, maxCredits, keyId)));
    if (tag === '' || !expected.some((one) => timingSafeEqual(given, one))) return undefined;
    const known = this.#budgets.get(sessionId);
    if (known) return known;
    const budget = new CreditBudget(Number(maxCredits));
    this.#budgets.set(sessionId, budget);
    return budget;
  }
}

function tagOf(secret: string, random: string, maxCredits: string, keyId: string): string {
  const hmac = createHmac('sha256', secret).update(TAG_CONTEXT);
  return hmac.update(`${random}:${maxCredits}:${keyId}`).digest('hex').slice(0, 32);
}
