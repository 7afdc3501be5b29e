import { z } from 'zod';
import type { CreditLedger } from '../billing/credit-ledger.js';
import {
  billedAccount,
  planOf,
  withPlan,
  type Account,
  type AccountOnPlan,
  type Pricing,
} from '../billing/plans.js';
import { boundsSchema } from '../assets/bounds.js';
import { validateBody } from '../http/validation.js';
import { DEFAULT_SCOPES, environmentOf, KEY_ENVIRONMENTS, SCOPES } from '../keys/api-key.js';
import type { ApiKeyStore, KeyRecord } from '../keys/key-store.js';
import { shownAddress, WEBHOOK_EVENTS, type WebhookStore } from '../webhooks/webhook-store.js';
import type { AccountStore } from './account-store.js';
import { actionsResult, type AuditLog } from './audit-log.js';
import {
  formatMinute,
  deadLettersResult,
  issuedKeyResult,
  keysResult,
  OperatorError,
  webhooksResult,
  type CommandResult,
} from './command-result.js';
import {
  billingDayInput,
  creditCountInput,
  DEFAULT_GRACE_MS,
  graceMsInput,
  nameInput,
  referenceInput,
  webhookUrlInput,
} from './inputs.js';
import type { UsageLog } from './usage.js';

/** One thing that an operator can do. The command line and the operator's port share it. */
export interface Operation<Input> {
  /** Also its address on the operator's port: `POST /operator/<name>`. */
  readonly name: string;
  /**
   * Writes down who asked for what, and whether it was done.
   * @throws AppError `invalid_request` for a bad input, and the errors of the operation.
   */
  perform(stores: OperatorStores, input: Input, actor: string): Promise<CommandResult>;
}

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
      const issued = await stores.keys.create(account.id, { environment: 'live' });
      const facts = { account_id: account.id, plan: account.plan, billing_day: account.billingDay };
      return issuedKeyResult(issued, await requireKey(stores, issued.id), { before: facts });
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
      head: ['account', 'plan', 'billing day', 'live keys', 'created', 'id'],
      rows: all.map(({ id, name, plan, billingDay, createdAt, liveKeys }) => [
        name,
        plan,
        billingDay,
        liveKeys,
        formatMinute(createdAt),
        id,
      ]),
    };
  }),

  changePlan: operation(
    'change-plan',
    { account: referenceInput, plan: referenceInput },
    async (stores, { account: name, plan }) => {
      const account = await requireAccount(stores, name);
      const { id } = planOf(stores.pricing, plan);
      await stores.accounts.setPlan(account.id, id);
      return {
        facts: { account_id: account.id, name, plan: id, previous_plan: account.plan },
        head: ['account', 'plan', 'before'],
        rows: [[name, id, account.plan]],
      };
    },
  ),

  showUsage: operation('show-usage', { account: referenceInput }, async (stores, { account: name }) => {
    const account = await requireAccountOnPlan(stores, name);
    const plan = account.plan.id;
    const balance = await stores.usage.readBalance(billedAccount(account));
    const { period, granted, used, reserved, remaining, packs } = balance;
    const ends = formatMinute(period.endsAt);
    return {
      facts: {
        account_id: account.id,
        name,
        plan,
        period: { start: period.startsAt, end: period.endsAt },
        credits: { granted, used, reserved, remaining, packs },
      },
      head: ['account', 'plan', 'period ends', 'granted', 'used', 'reserved', 'remaining', 'in packs'],
      rows: [[name, plan, ends, granted ?? 'no limit', used, reserved, remaining ?? 'no limit', packs]],
    };
  }),

  createKey: operation(
    'create-key',
    {
      account: referenceInput,
      name: nameInput.default('default'),
      environment: z.enum(KEY_ENVIRONMENTS).default('live'),
      scopes: z
        .array(z.enum(SCOPES))
        .min(1)
        .default([...DEFAULT_SCOPES]),
      expires_at: z.iso
        .datetime()
        .refine((time) => new Date(time) > new Date(), { error: 'That time is over.' })
        .nullable()
        .default(null),
      bounds: boundsSchema.nullable().default(null),
    },
    async (stores, { account: accountName, name, environment, scopes, expires_at, bounds }) => {
      const account = await requireAccount(stores, accountName);
      if (environment === 'test' && bounds?.sources !== undefined)
        throw new OperatorError('A test key sees the collections of the demonstration, and no others.');
      if (scopes.includes('ingest') && (environment === 'test' || bounds !== null))
        throw new OperatorError(
          'A key that may add images sees all images: the scope ingest cannot have bounds or the environment test.',
        );
      const expiresAt = expires_at === null ? null : new Date(expires_at);
      const issued = await stores.keys.create(account.id, { environment, name, scopes, expiresAt, bounds });
      return issuedKeyResult(issued, await requireKey(stores, issued.id));
    },
  ),

  listKeys: operation(
    'list-keys',
    { account: referenceInput.optional() },
    async (stores, { account: name }) => {
      const account = name === undefined ? undefined : await requireAccount(stores, name);
      return keysResult(await stores.keys.list(account?.id));
    },
  ),

  rotateKey: operation(
    'rotate-key',
    { key: referenceInput, grace_ms: graceMsInput.default(DEFAULT_GRACE_MS) },
    async (stores, { key: idOrPrefix, grace_ms }) => {
      const old = await requireKey(stores, idOrPrefix);
      const issued = await stores.keys.rotate(old.id, environmentOf(old.prefix), grace_ms);
      if (!issued) throw new OperatorError(`The key ${old.prefix} has expired, or was rotated already.`);
      const record = await requireKey(stores, issued.id);
      const { expiresAt } = await requireKey(stores, old.id);
      return issuedKeyResult(issued, record, {
        after: { replaced: { key_id: old.id, expires_at: expiresAt } },
        note: `${old.prefix} works until ${expiresAt?.toISOString() ?? ''}.`,
      });
    },
  ),

  revokeKey: operation('revoke-key', { key: referenceInput }, async (stores, { key: idOrPrefix }) => {
    const { id, prefix } = await requireKey(stores, idOrPrefix);
    if (!(await stores.keys.revoke(id))) throw new OperatorError(`The key ${prefix} has ended already.`);
    return keysResult([await requireKey(stores, id)]);
  }),

  grantCredits: operation(
    'grant-credits',
    { account: referenceInput, credits: creditCountInput },
    async (stores, { account: name, credits }) => {
      const account = await requireAccountOnPlan(stores, name);
      if (account.plan.monthly_credits === null)
        throw new OperatorError(`The ${account.plan.name} plan has no limit; there is nothing to add to.`);
      const remaining = await stores.ledger.grant(billedAccount(account), credits);
      return {
        facts: { account_id: account.id, name, granted: credits, remaining },
        head: ['account', 'granted', 'remaining'],
        rows: [[name, credits, remaining]],
      };
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
      return {
        facts: { account_id: account.id, name, added, usd: price, packs },
        head: ['account', 'added', 'USD', 'in packs now'],
        rows: [[name, added, price, packs]],
      };
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
      const made = (await stores.webhooks.list(account.id)).filter((webhook) => webhook.id === id);
      return {
        ...webhooksResult(made),
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
      return webhooksResult(await stores.webhooks.list(account?.id));
    },
  ),

  deleteWebhook: operation('delete-webhook', { webhook: z.uuid() }, async ({ webhooks }, { webhook: id }) => {
    if (!(await webhooks.delete(id))) throw new OperatorError(`There is no webhook ${id}.`);
    return { facts: { deleted: id }, head: ['deleted'], rows: [[id]] };
  }),

  listDeadLetters: operation(
    'list-dead-letters',
    { account: referenceInput },
    async (stores, { account: name }) =>
      deadLettersResult(await stores.webhooks.dead((await requireAccount(stores, name)).id)),
  ),

  retryDeadLetters: operation('retry-dead-letters', { id: z.uuid() }, async ({ webhooks }, { id }) => {
    const retried = await webhooks.retry(id);
    if (retried === 0) throw new OperatorError(`There is no dead letter ${id}, and none of a webhook ${id}.`);
    return { facts: { retried }, head: ['retried'], rows: [[retried]] };
  }),

  copyStores: operation('copy-stores', { folder: z.string().min(1) }, async ({ copyStores }, { folder }) => {
    if (copyStores === undefined)
      throw new OperatorError('This gateway does not run together with the other services: stop them first.');
    await copyStores(folder);
    return { facts: { folder }, head: ['folder'], rows: [[folder]] };
  }),

  readAudit: operation(
    'read-audit',
    { since: z.iso.datetime().optional(), limit: z.number().int().min(1).max(AUDIT_ROWS_MAX).default(100) },
    async ({ audit }, { since, limit }) =>
      actionsResult(await audit.list({ since: since === undefined ? null : new Date(since), limit })),
  ),
} as const;

function operation<Shape extends z.ZodRawShape>(
  name: string,
  fields: Shape,
  run: (stores: OperatorStores, input: z.output<z.ZodObject<Shape>>) => Promise<CommandResult>,
): Operation<z.input<z.ZodObject<Shape>>> {
  const input = z.strictObject(fields) as z.ZodObject<Shape>;
  return {
    name,
    perform: (stores, given, actor) =>
      stores.audit.recording({ actor, operation: name, input: given }, () =>
        run(stores, validateBody(input, given)),
      ),
  };
}

/** @throws OperatorError when there is no account of that name. */
async function requireAccount({ accounts }: OperatorStores, name: string): Promise<Account> {
  const account = await accounts.findByName(name);
  if (!account) throw new OperatorError(`There is no account "${name}". See: npm run accounts -- list`);
  return account;
}

/** @throws OperatorError when there is no account of that name; UnknownPlanError when the price list lacks its plan. */
async function requireAccountOnPlan(stores: OperatorStores, name: string): Promise<AccountOnPlan> {
  return withPlan(await requireAccount(stores, name), stores.pricing);
}

/** @throws OperatorError when no key, or more than one, has that id or prefix. */
async function requireKey({ keys }: OperatorStores, idOrPrefix: string): Promise<KeyRecord> {
  const [key, ...others] = await keys.listByIdOrPrefix(idOrPrefix);
  if (!key) throw new OperatorError(`There is no key "${idOrPrefix}". See: npm run accounts -- keys list`);
  if (others.length > 0)
    throw new OperatorError(`Several keys begin with "${idOrPrefix}"; name one by its id.`);
  return key;
}
