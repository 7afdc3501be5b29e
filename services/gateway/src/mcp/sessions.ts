import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import { CreditBudget } from '@imagesearch/mcp/credit-budget';
import type { KeySecrets } from '../keys/api-key.js';

const BUDGETS_MAX = 10_000;
const BUDGET_TTL_MS = 24 * 60 * 60_000;
const RANDOM_BYTES = 12;
const FORM = /^mcp_([0-9a-f]{24})_(\d{1,9}|any)_([0-9a-f]{32})$/;
/** In the place of a bound. */
const UNBOUND = 'any';
/** Keeps these tags apart from everything else that is made under the same secret. */
const TAG_CONTEXT = 'mcp session:';

/**
 * MCP sessions. An id carries its bound on credits and a tag under the secret, so every gateway knows its own ids without a
 * store. What was spent is counted in each gateway process, for sessions with a bound that spent something.
 */
export class McpSessions {
  readonly #secrets: KeySecrets;
  readonly #budgets = new LRUCache<string, CreditBudget>({
    max: BUDGETS_MAX,
    ttl: BUDGET_TTL_MS,
    updateAgeOnGet: true,
  });
  readonly #running = new Map<string, AbortController>();

  constructor(secrets: KeySecrets) {
    this.#secrets = secrets;
  }

  /** A new session of a key; null sets no bound on its credits. @returns its id. */
  start(keyId: string, maxCredits: number | null): string {
    const random = randomBytes(RANDOM_BYTES).toString('hex');
    const bound = String(maxCredits ?? UNBOUND);
    return `mcp_${random}_${bound}_${tagOf(this.#secrets[0], random, bound, keyId)}`;
  }

  /** Undefined when the id was not issued for this key. */
  budgetOf(sessionId: string, keyId: string): CreditBudget | undefined {
    const [, random = '', bound = '', tag = ''] = FORM.exec(sessionId) ?? [];
    const given = Buffer.from(tag);
    const expected = this.#secrets.map((secret) => Buffer.from(tagOf(secret, random, bound, keyId)));
    if (tag === '' || !expected.some((one) => timingSafeEqual(given, one))) return undefined;
    if (bound === UNBOUND) return new CreditBudget(null, false);
    const known = this.#budgets.get(sessionId);
    if (known) return known;
    const budget = new CreditBudget(Number(bound));
    this.#budgets.set(sessionId, budget);
    return budget;
  }

  /** Runs a request, which `cancel` stops. Without a session nothing tells it from the requests of others. */
  async run<Result>(
    sessionId: string | undefined,
    requestId: unknown,
    work: (cancelled: AbortSignal) => Promise<Result>,
  ): Promise<Result> {
    const controller = new AbortController();
    if (sessionId === undefined || requestId === undefined) return work(controller.signal);
    const name = nameOf(sessionId, requestId);
    this.#running.set(name, controller);
    try {
      return await work(controller.signal);
    } finally {
      if (this.#running.get(name) === controller) this.#running.delete(name);
    }
  }

  /** Stops a request that this process works on; another process finishes its own. */
  cancel(sessionId: string, requestId: string | number): void {
    this.#running.get(nameOf(sessionId, requestId))?.abort();
  }
}

/** The protocol tells 1 from "1". */
function nameOf(sessionId: string, requestId: unknown): string {
  return JSON.stringify([sessionId, requestId]);
}

function tagOf(secret: string, random: string, bound: string, keyId: string): string {
  const hmac = createHmac('sha256', secret).update(TAG_CONTEXT);
  return hmac.update(`${random}:${bound}:${keyId}`).digest('hex').slice(0, 32);
}
