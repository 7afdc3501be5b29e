import { z } from 'zod';
import { billedAccount, planOf, withPlan, type AccountOnPlan } from '../billing/plans.js';
import { shownAddress, WEBHOOK_EVENTS } from '../webhooks/webhook-store.js';
import { refused, type CommandResult } from './command-result.js';
import {
  accountInput,
  billingDayInput,
  creditCountInput,
  nameInput,
  parseAgo,
  planInput,
  webhookUrlInput,
} from './inputs.js';
import { KEY_OPERATIONS } from './key-operations.js';
import { operation, requireAccount, type OperatorStores } from './operation.js';

/** In which the `accounts` command says who runs it. Whoever has the operator's token may say any name. */
export const ACTOR_HEADER = 'X-Operator';

const AUDIT_ROWS_MAX = 10_000;
/** Of an account: each event of an image is written once for each of them. */
const WEBHOOKS_MAX = 10;

/** Everything that the operator's port can do. */
export const OPERATIONS = {
  'create-account': operation({
    command: 'create',
    says: 'make an account and its first key, which is printed once',
    input: {
      name: nameInput.describe('a name that no other account has'),
      plan: planInput,
      billing_day: billingDayInput
        .optional()
        .describe("day of the month on which credits reset (default: today's)"),
    },
    run: async (stores, { name, plan, billing_day }) => {
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
      const made = await KEY_OPERATIONS['create-key'].read({ account: name }).run(stores);
      const { id: account_id, plan: planId, billingDay } = account;
      return { ...made, facts: { account_id, plan: planId, billing_day: billingDay, ...made.facts } };
    },
  }),

  'list-accounts': operation({
    command: 'list',
    says: 'every account: its plan, its billing day, and how many of its keys work',
    input: {},
    run: async ({ accounts }) => ({ facts: { accounts: await accounts.list() } }),
  }),

  'change-plan': operation({
    command: 'plan <account> <plan>',
    says: 'put an account on another plan; every gateway follows within 5 seconds',
    input: { account: accountInput, plan: planInput },
    run: async (stores, { account: name, plan }) => {
      const account = await requireAccount(stores, name);
      const { id } = planOf(stores.pricing, plan, refused);
      await stores.accounts.setPlan(account.id, id);
      return { facts: { account_id: account.id, name, plan: id, previous_plan: account.plan } };
    },
  }),

  'show-usage': operation({
    command: 'usage <account>',
    says: "an account's credits in its current billing period",
    input: { account: accountInput },
    run: async (stores, { account: name }) => {
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
  }),

  ...KEY_OPERATIONS,

  'grant-credits': operation({
    command: 'credits grant <account> <credits>',
    says: "add credits to an account's current billing period; they expire with it",
    input: { account: accountInput, credits: creditCountInput.describe('how many') },
    run: async (stores, { account: name, credits }) => {
      const account = await requireAccountOnPlan(stores, name);
      if (account.plan.monthly_credits === null)
        throw refused(`The ${account.plan.name} plan has no limit; there is nothing to add to.`);
      const remaining = await stores.ledger.grant(billedAccount(account), credits);
      return { facts: { account_id: account.id, name, granted: credits, remaining } };
    },
  }),

  'add-pack': operation({
    command: 'credits pack <account>',
    says: 'add a credit pack of the price list: its credits do not expire, and are used last',
    input: { account: accountInput, count: creditCountInput.default(1).describe('how many packs') },
    run: async (stores, { account: name, count }) => {
      const account = await requireAccountOnPlan(stores, name);
      const plan = account.plan.id;
      const { credits, plans, usd } = stores.pricing.credit_pack;
      if (!plans.includes(plan))
        throw refused(`Packs are sold on the plans ${plans.join(', ')}; "${name}" is on ${plan}.`);
      const [added, price] = [count * credits, count * usd];
      const packs = await stores.ledger.addPack(billedAccount(account), added);
      return { facts: { account_id: account.id, name, added, usd: price, packs } };
    },
  }),

  'create-webhook': operation({
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
    run: async (stores, { account: name, url, events }) => {
      const account = await requireAccount(stores, name);
      if ((await stores.webhooks.list(account.id)).length >= WEBHOOKS_MAX)
        throw refused(`"${name}" has ${WEBHOOKS_MAX} webhooks, and no account may have more.`);
      const { id, secret } = await stores.webhooks.create(account.id, { url, events: [...new Set(events)] });
      return {
        facts: { webhook_id: id, account: name, url: shownAddress(url), events, secret },
        secret,
        note: 'The secret is shown only this once. Keep it where the receiver checks signatures.',
      };
    },
  }),

  'list-webhooks': operation({
    command: 'webhooks list [account]',
    says: 'webhooks of an account, or of all, with pending deliveries and those given up',
    input: { account: accountInput.optional() },
    run: async (stores, { account: name }) => {
      const account = name === undefined ? undefined : await requireAccount(stores, name);
      return { facts: { webhooks: await stores.webhooks.list(account?.id) } };
    },
  }),

  'delete-webhook': operation({
    command: 'webhooks delete <webhook>',
    says: 'delete a webhook, with its pending deliveries',
    input: { webhook: z.uuid().describe('its id') },
    run: async ({ webhooks }, { webhook: id }) => {
      if (!(await webhooks.delete(id))) throw refused(`There is no webhook ${id}.`);
      return { facts: { deleted: id } };
    },
  }),

  'list-dead-letters': operation({
    command: 'webhooks dead <account>',
    says: 'the latest deliveries that were given up after a day',
    input: { account: accountInput },
    run: async (stores, { account: name }) => {
      const letters = await stores.webhooks.dead((await requireAccount(stores, name)).id);
      return { facts: { dead: letters } };
    },
  }),

  'retry-dead-letters': operation({
    command: 'webhooks retry <id>',
    says: 'retry deliveries that were given up, for another day',
    input: {
      id: z.uuid().describe('id of a delivery that was given up, or of a webhook for all its deliveries'),
    },
    run: async ({ webhooks }, { id }) => {
      const retried = await webhooks.retry(id);
      if (retried === 0) throw refused(`There is no dead letter ${id}, and none of a webhook ${id}.`);
      return { facts: { retried } };
    },
  }),

  'copy-stores': operation({
    input: { folder: z.string().min(1) },
    run: async ({ copyStores }, { folder }) => {
      if (copyStores === undefined)
        throw refused('This gateway does not run together with the other services: stop them first.');
      await copyStores(folder);
      return { facts: { folder } };
    },
  }),

  'read-audit': operation({
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
    run: async ({ audit }, { since, limit }) => ({
      facts: await audit.list({ since: since === undefined ? null : new Date(since), limit }),
    }),
  }),
} as const;

export type OperationName = keyof typeof OPERATIONS;

/**
 * Writes down who asked for what, and whether it was done. What cannot be read is not asked for, and goes on no record.
 * @throws AppError `invalid_request` for a bad input, and the errors of the operation.
 */
export async function perform(
  stores: OperatorStores,
  operation: OperationName,
  { given, actor }: { given: unknown; actor: string },
): Promise<CommandResult> {
  const { input, run } = OPERATIONS[operation].read(given);
  return stores.audit.recording({ actor, operation, input }, () => run(stores));
}

/** @throws AppError `invalid_request` when there is no account of that name, or the price list lacks its plan. */
async function requireAccountOnPlan(stores: OperatorStores, name: string): Promise<AccountOnPlan> {
  return withPlan(await requireAccount(stores, name), stores.pricing, refused);
}
