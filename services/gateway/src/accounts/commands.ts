import { z } from 'zod';
import { billedAccount, planOf, withPlan, type AccountOnPlan, type Pricing } from '../billing/plans.js';
import { shownAddress, WEBHOOK_EVENTS, type WebhookStore } from '../webhooks/webhook-store.js';
import type { ApiKeyStore } from '../keys/key-store.js';
import type { CreditLedger } from '../billing/credit-ledger.js';
import { command } from '../operations/operation.js';
import { refused } from '../operations/command.js';
import {
  accountInput,
  billingDayInput,
  creditCountInput,
  nameInput,
  parseAgo,
  planInput,
  webhookUrlInput,
} from './inputs.js';
import { tellIssued } from './keys.js';
import type { AccountStore } from './account-store.js';
import type { AuditLog } from './audit-log.js';
import type { UsageLog } from './usage.js';

/** What operators work on. */
export interface OperatorStores {
  pricing: Pricing;
  accounts: AccountStore;
  keys: ApiKeyStore;
  ledger: CreditLedger;
  usage: UsageLog;
  audit: AuditLog;
  webhooks: WebhookStore;
  /** Copies the embedded stores of all services in this process into a folder. */
  copyStores?: (folder: string) => Promise<void>;
}

const AUDIT_ROWS_MAX = 10_000;
/** Of an account: each event of an image is written once for each of them. */
const WEBHOOKS_MAX = 10;

export const createAccount = command({
  command: 'create',
  says: 'make an account and its first key, which is printed once',
  input: {
    name: nameInput.describe('a name that no other account has'),
    plan: planInput,
    billing_day: billingDayInput
      .optional()
      .describe("day of the month on which credits reset (default: today's)"),
  },
  run: async (stores: OperatorStores, { name, plan, billing_day }) => {
    const now = new Date();
    const account = await stores.accounts.create({
      name,
      plan: planOf(stores.pricing, plan, refused).id,
      billingDay: billing_day ?? now.getUTCDate(),
    });
    if (!account) {
      throw refused(
        `There is an account "${name}" already. Another key for it: npm run accounts -- keys create ${name}`,
      );
    }
    const made = tellIssued(await stores.keys.create(account.id, { environment: 'live' }));
    const { id: account_id, plan: planId, billingDay } = account;
    return { ...made, facts: { account_id, plan: planId, billing_day: billingDay, ...made.facts } };
  },
});

export const listAccounts = command({
  command: 'list',
  says: 'every account: its plan, its billing day, and how many of its keys work',
  input: {},
  run: async ({ accounts }: OperatorStores) => ({ facts: { accounts: await accounts.list() } }),
});

export const changePlan = command({
  command: 'plan <account> <plan>',
  says: 'put an account on another plan; every gateway follows within 5 seconds',
  input: { account: accountInput, plan: planInput },
  run: async (stores: OperatorStores, { account: name, plan }) => {
    const account = await stores.accounts.require(name);
    const { id } = planOf(stores.pricing, plan, refused);
    await stores.accounts.setPlan(account.id, id);
    return { facts: { account_id: account.id, name, plan: id, previous_plan: account.plan } };
  },
});

export const showUsage = command({
  command: 'usage <account>',
  says: "an account's credits in its current billing period",
  input: { account: accountInput },
  run: async (stores: OperatorStores, { account: name }) => {
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
  },
});

export const grantCredits = command({
  command: 'credits grant <account> <credits>',
  says: "add credits to an account's current billing period; they expire with it",
  input: { account: accountInput, credits: creditCountInput.describe('how many') },
  run: async (stores: OperatorStores, { account: name, credits }) => {
    const account = await requireAccountOnPlan(stores, name);
    if (account.plan.monthly_credits === null)
      throw refused(`The ${account.plan.name} plan has no limit; there is nothing to add to.`);
    const remaining = await stores.ledger.grant(billedAccount(account), credits);
    return { facts: { account_id: account.id, name, granted: credits, remaining } };
  },
});

export const addPack = command({
  command: 'credits pack <account>',
  says: 'add a credit pack of the price list: its credits do not expire, and are used last',
  input: { account: accountInput, count: creditCountInput.default(1).describe('how many packs') },
  run: async (stores: OperatorStores, { account: name, count }) => {
    const account = await requireAccountOnPlan(stores, name);
    const plan = account.plan.id;
    const { credits, plans, usd } = stores.pricing.credit_pack;
    if (!plans.includes(plan))
      throw refused(`Packs are sold on the plans ${plans.join(', ')}; "${name}" is on ${plan}.`);
    const [added, price] = [count * credits, count * usd];
    const packs = await stores.ledger.addPack(billedAccount(account), added);
    return { facts: { account_id: account.id, name, added, usd: price, packs } };
  },
});

export const createWebhook = command({
  command: 'webhooks create <account>',
  says: 'tell an account about events; the secret that signs them is printed once',
  input: {
    account: accountInput,
    url: webhookUrlInput.describe('public https address'),
    events: z
      .array(z.enum(WEBHOOK_EVENTS))
      .min(1)
      .default([...WEBHOOK_EVENTS])
      .describe('which events'),
  },
  run: async (stores: OperatorStores, { account: name, url, events }) => {
    const account = await stores.accounts.require(name);
    if ((await stores.webhooks.list(account.id)).length >= WEBHOOKS_MAX)
      throw refused(`"${name}" has ${WEBHOOKS_MAX} webhooks, and no account may have more.`);
    const { id, secret } = await stores.webhooks.create(account.id, { url, events: [...new Set(events)] });
    return {
      facts: { webhook_id: id, account: name, url: shownAddress(url), events, secret },
      secret,
      note: 'The secret is shown only this once. Keep it where the receiver checks signatures.',
    };
  },
});

export const listWebhooks = command({
  command: 'webhooks list [account]',
  says: 'webhooks of an account, or of all, with pending deliveries and those given up',
  input: { account: accountInput.optional() },
  run: async (stores: OperatorStores, { account: name }) => {
    const account = name === undefined ? undefined : await stores.accounts.require(name);
    return { facts: { webhooks: await stores.webhooks.list(account?.id) } };
  },
});

export const deleteWebhook = command({
  command: 'webhooks delete <webhook>',
  says: 'delete a webhook, with its pending deliveries',
  input: { webhook: z.uuid().describe('its id') },
  run: async ({ webhooks }: OperatorStores, { webhook: id }) => {
    if (!(await webhooks.delete(id))) throw refused(`There is no webhook ${id}.`);
    return { facts: { deleted: id } };
  },
});

export const listDeadLetters = command({
  command: 'webhooks dead <account>',
  says: 'the latest deliveries that were given up after a day',
  input: { account: accountInput },
  run: async (stores: OperatorStores, { account: name }) => {
    const letters = await stores.webhooks.dead((await stores.accounts.require(name)).id);
    return { facts: { dead: letters } };
  },
});

export const retryDeadLetters = command({
  command: 'webhooks retry <id>',
  says: 'retry deliveries that were given up, for another day',
  input: {
    id: z.uuid().describe('id of a delivery that was given up, or of a webhook for all its deliveries'),
  },
  run: async ({ webhooks }: OperatorStores, { id }) => {
    const retried = await webhooks.retry(id);
    if (retried === 0) throw refused(`There is no dead letter ${id}, and none of a webhook ${id}.`);
    return { facts: { retried } };
  },
});

export const copyStores = command({
  input: { folder: z.string().min(1) },
  run: async ({ copyStores }: OperatorStores, { folder }) => {
    if (copyStores === undefined)
      throw refused('This gateway does not run together with the other services: stop them first.');
    await copyStores(folder);
    return { facts: { folder } };
  },
});

export const readAudit = command({
  command: 'audit',
  says: 'what operators did, oldest first; with --json, one line for each action',
  options: [
    { flags: '--last <duration>', says: 'how far back: 30m, 24h, 7d', field: 'since', read: parseAgo },
  ],
  input: {
    since: z.iso.datetime().optional(),
    limit: z
      .number()
      .int()
      .min(1)
      .max(AUDIT_ROWS_MAX)
      .default(100)
      .describe(`only the latest ones, at most ${AUDIT_ROWS_MAX}`),
  },
  run: async ({ audit }: OperatorStores, { since, limit }) => ({
    facts: await audit.list({ since: since === undefined ? null : new Date(since), limit }),
  }),
});
/** @throws AppError `invalid_request` when there is no account of that name, or the price list lacks its plan. */
async function requireAccountOnPlan(stores: OperatorStores, name: string): Promise<AccountOnPlan> {
  return withPlan(await stores.accounts.require(name), stores.pricing, refused);
}
