import type { Database } from '@imagesearch/service-kit/postgres/database';
import { createLogger } from '@imagesearch/service-kit/logging';
import type { GatewayConfig } from '../../config.js';
import { withPlan, type Account, type AccountOnPlan } from '../account.js';
import type { Pricing } from '../../billing/plans.js';
import { openStores } from '../../billing/open-stores.js';
import { AccountStore } from '../account-store.js';
import { ApiKeyStore, type KeyRecord } from '../../keys/api-key-store.js';
import { CreditLedger } from '../../billing/credit-ledger.js';
import { DatabaseClock } from '../../billing/database-clock.js';
import { UsageLog } from '../usage-log.js';
import { OperatorError } from './operator-error.js';

export interface OperatorStores {
  pricing: Pricing;
  accounts: AccountStore;
  keys: ApiKeyStore;
  ledger: CreditLedger;
  usage: UsageLog;
}

export interface OpenedOperatorStores extends OperatorStores {
  database: Database;
  close: () => Promise<void>;
}

/** Opens the gateway's own stores. */
export async function openOperatorStores(config: GatewayConfig): Promise<OpenedOperatorStores> {
  const logger = createLogger({ service: 'accounts', level: 'warn' });
  const { pricing, keySecrets, database } = await openStores(config, logger);
  const clock = await DatabaseClock.open(database);
  const now = () => clock.now();
  return {
    pricing,
    database,
    accounts: new AccountStore(database),
    keys: new ApiKeyStore(database, keySecrets),
    ledger: new CreditLedger(database, { now, reservationLifetimeMs: config.reservationLifetimeMs }),
    usage: new UsageLog(database, now),
    close: () => database.close(),
  };
}

/** @throws OperatorError when there is no account of that name. */
export async function requireAccount({ accounts }: OperatorStores, name: string): Promise<Account> {
  const account = await accounts.findByName(name);
  if (!account) throw new OperatorError(`There is no account "${name}". See: npm run accounts -- list`);
  return account;
}

/** @throws OperatorError when there is no account of that name; UnknownPlanError when the price list lacks its plan. */
export async function requireAccountOnPlan(stores: OperatorStores, name: string): Promise<AccountOnPlan> {
  return withPlan(await requireAccount(stores, name), stores.pricing);
}

/** @throws OperatorError when no key, or more than one, has that id or prefix. */
export async function requireKey({ keys }: OperatorStores, idOrPrefix: string): Promise<KeyRecord> {
  const [key, ...others] = await keys.listByIdOrPrefix(idOrPrefix);
  if (!key) throw new OperatorError(`There is no key "${idOrPrefix}". See: npm run accounts -- keys list`);
  if (others.length > 0)
    throw new OperatorError(`Several keys begin with "${idOrPrefix}"; name one by its id.`);
  return key;
}
