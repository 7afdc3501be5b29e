import { z } from 'zod';
import { billedAccount, planOf, withPlan, type AccountOnPlan } from '../billing/plans.js';
import { DEFAULT_SCOPES } from '../keys/api-key.js';
import { shownAddress, WEBHOOK_EVENTS, type WebhookRecord } from '../webhooks/webhook-store.js';
import { OperatorError } from './command-result.js';
import { billingDayInput, creditCountInput, nameInput, referenceInput, webhookUrlInput } from './inputs.js';
import { makeKey } from './issue-keys.js';
import { KEY_OPERATIONS, madeKeyResult } from './key-operations.js';
import { operation, requireAccount, type OperatorStores } from './operation.js';

/** In which the `accounts` command says who runs it. Whoever has the operator's token may say any name. */
export const ACTOR_HEADER = 'X-Operator';

const AUDIT_ROWS_MAX = 10_000;
/** Of an account: each event of an image is written once for each of them. */
const WEBHOOKS_MAX = 10;

/** Everything that the operator's port can do. */
export const OPERATIONS = {
  createAccount: operation(
    'create-account',
    /** The billing day is by default that of today. */
    { name: nameInput, plan: referenceInput, billing_day: billingDayInput.optional() },
    async (stores, { name, plan, billing_day }) => {
      const now = new Date();
      const account = await stores.accounts.create({
        name,
        plan: planOf(stores.pricing, plan).id,
        billingDay: billing_day ?? now.getUTCDate(),
      });
      if (!account) {
        throw new OperatorError(
          `There is an account "${name}" already. Another key for it: npm run accounts -- keys create ${name}`,
        );
      }
      const first = {
        environment: 'live',
        name: 'default',
        scopes: DEFAULT_SCOPES,
        expires_at: null,
        bounds: null,
      } as const;
      const made = madeKeyResult(await makeKey(stores.keys, account.id, first));
      const { id: account_id, plan: planId, billingDay } = account;
      return { ...made, facts: { account_id, plan: planId, billing_day: billingDay, ...made.facts } };
    },
  ),

  listAccounts: operation('list-accounts', {}, async ({ accounts }) => {
    const all = await accounts.list();
    return {
      facts: {
        accounts: all.map(({ id, name, plan, billingDay, createdAt, liveKeys }) => ({
          account_id: id,
          name,
          plan,
          billing_day: billingDay,
          created_at: createdAt,
          live_keys: liveKeys,
        })),
      },
    };
  }),

  changePlan: operation(
    'change-plan',
    { account: referenceInput, plan: referenceInput },
    async (stores, { account: name, plan }) => {
      const account = await requireAccount(stores, name);
      const { id } = planOf(stores.pricing, plan);
      await stores.accounts.setPlan(account.id, id);
      return { facts: { account_id: account.id, name, plan: id, previous_plan: account.plan } };
    },
  ),

  showUsage: operation('show-usage', { account: referenceInput }, async (stores, { account: name }) => {
    const account = await requireAccountOnPlan(stores, name);
    const { period, ...credits } = await stores.usage.readBalance(billedAccount(account));
    return {
      facts: {
        account_id: account.id,
        name,
        plan: account.plan.id,
        period: { start: period.startsAt, end: period.endsAt },
        credits,
      },
      ...(credits.granted === null && { note: 'The plan has no limit.' }),
    };
  }),

  ...KEY_OPERATIONS,

  grantCredits: operation(
    'grant-credits',
    { account: referenceInput, credits: creditCountInput },
    async (stores, { account: name, credits }) => {
      const account = await requireAccountOnPlan(stores, name);
      if (account.plan.monthly_credits === null)
        throw new OperatorError(`The ${account.plan.name} plan has no limit; there is nothing to add to.`);
      const remaining = await stores.ledger.grant(billedAccount(account), credits);
      return { facts: { account_id: account.id, name, granted: credits, remaining } };
    },
  ),

  addPack: operation(
    'add-pack',
    { account: referenceInput, count: creditCountInput },
    async (stores, { account: name, count }) => {
      const account = await requireAccountOnPlan(stores, name);
      const plan = account.plan.id;
      const { credits, plans, usd } = stores.pricing.credit_pack;
      if (!plans.includes(plan))
        throw new OperatorError(`Packs are sold on the plans ${plans.join(', ')}; "${name}" is on ${plan}.`);
      const [added, price] = [count * credits, count * usd];
      const packs = await stores.ledger.addPack(billedAccount(account), added);
      return { facts: { account_id: account.id, name, added, usd: price, packs } };
    },
  ),

  createWebhook: operation(
    'create-webhook',
    {
      account: referenceInput,
      url: webhookUrlInput,
      events: z
        .array(z.enum(WEBHOOK_EVENTS))
        .min(1)
        .default([...WEBHOOK_EVENTS]),
    },
    async (stores, { account: name, url, events }) => {
      const account = await requireAccount(stores, name);
      if ((await stores.webhooks.list(account.id)).length >= WEBHOOKS_MAX)
        throw new OperatorError(`"${name}" has ${WEBHOOKS_MAX} webhooks, and no account may have more.`);
      const { id, secret } = await stores.webhooks.create(account.id, { url, events: [...new Set(events)] });
      return {
        facts: { webhook_id: id, account: name, url: shownAddress(url), events, secret },
        secret,
        note: 'The secret is shown only this once. Keep it where the receiver checks signatures.',
      };
    },
  ),

  listWebhooks: operation(
    'list-webhooks',
    { account: referenceInput.optional() },
    async (stores, { account: name }) => {
      const account = name === undefined ? undefined : await requireAccount(stores, name);
      return { facts: { webhooks: (await stores.webhooks.list(account?.id)).map(webhookFacts) } };
    },
  ),

  deleteWebhook: operation('delete-webhook', { webhook: z.uuid() }, async ({ webhooks }, { webhook: id }) => {
    if (!(await webhooks.delete(id))) throw new OperatorError(`There is no webhook ${id}.`);
    return { facts: { deleted: id } };
  }),

  listDeadLetters: operation(
    'list-dead-letters',
    { account: referenceInput },
    async (stores, { account: name }) => {
      const letters = await stores.webhooks.dead((await requireAccount(stores, name)).id);
      return {
        facts: {
          dead: letters.map(({ webhookId, occurredAt, url, ...letter }) => ({
            ...letter,
            url: shownAddress(url),
            webhook_id: webhookId,
            occurred_at: occurredAt,
          })),
        },
      };
    },
  ),

  retryDeadLetters: operation('retry-dead-letters', { id: z.uuid() }, async ({ webhooks }, { id }) => {
    const retried = await webhooks.retry(id);
    if (retried === 0) throw new OperatorError(`There is no dead letter ${id}, and none of a webhook ${id}.`);
    return { facts: { retried } };
  }),

  copyStores: operation('copy-stores', { folder: z.string().min(1) }, async ({ copyStores }, { folder }) => {
    if (copyStores === undefined)
      throw new OperatorError('This gateway does not run together with the other services: stop them first.');
    await copyStores(folder);
    return { facts: { folder } };
  }),

  readAudit: operation(
    'read-audit',
    { since: z.iso.datetime().optional(), limit: z.number().int().min(1).max(AUDIT_ROWS_MAX).default(100) },
    async ({ audit }, { since, limit }) => ({
      facts: await audit.list({ since: since === undefined ? null : new Date(since), limit }),
    }),
  ),
} as const;

/** @throws OperatorError when there is no account of that name; UnknownPlanError when the price list lacks its plan. */
async function requireAccountOnPlan(stores: OperatorStores, name: string): Promise<AccountOnPlan> {
  return withPlan(await requireAccount(stores, name), stores.pricing);
}

function webhookFacts({ id, createdAt, url, ...webhook }: WebhookRecord) {
  return { webhook_id: id, ...webhook, url: shownAddress(url), created_at: createdAt };
}
