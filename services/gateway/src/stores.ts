import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createLogger, type Logger } from '@imagesearch/service-kit/logging';
import type { Registry } from '@imagesearch/service-kit/metrics';
import { withinBulkhead, type Statements } from '@imagesearch/service-kit/postgres/bulkhead';
import { openDatabase, type Database } from '@imagesearch/service-kit/postgres/database';
import { keptSecret } from '@imagesearch/service-kit/secrets/kept-secret';
import { AccountStore } from './accounts/account-store.js';
import { AuditLog } from './accounts/audit-log.js';
import type { OpenedOperatorStores } from './accounts/transport.js';
import { UsageLog } from './accounts/usage.js';
import { CreditLedger } from './billing/credit-ledger.js';
import { DatabaseClock } from './billing/maintenance.js';
import { pricingSchema, type Pricing } from './billing/plans.js';
import type { GatewayConfig } from './config.js';
import type { KeySecrets } from './keys/api-key.js';
import { ApiKeyStore } from './keys/key-store.js';
import { WebhookStore } from './webhooks/webhook-store.js';

interface GatewayStores {
  pricing: Pricing;
  /** The first makes, each is accepted. */
  keySecrets: KeySecrets;
  database: Database;
}

/** Opens what both the gateway and the operator's command line need. */
export async function openStores(
  config: GatewayConfig,
  logger: Logger,
  metrics?: Registry,
): Promise<GatewayStores> {
  const pricing = pricingSchema.parse(JSON.parse(await readFile(config.pricingFile, 'utf8')));
  const keySecrets = config.keySecrets ?? [await keptSecret(config.keySecretFile)];
  const database = await openDatabase({
    url: config.databaseUrl,
    embeddedDir: config.embeddedDir,
    server: config.databaseServer,
    ...GATEWAY_SCHEMA,
    logger,
    ...(metrics && { metrics }),
  });
  return { pricing, keySecrets, database };
}

/** Opens the stores for the operator's command line, in a process of its own. */
export async function openOperatorStores(config: GatewayConfig): Promise<OpenedOperatorStores> {
  const logger = createLogger({ service: 'accounts', level: 'warn' });
  const { pricing, keySecrets, database } = await openStores(config, logger);
  const clock = await DatabaseClock.open(database);
  const now = () => clock.now();
  return {
    pricing,
    accounts: new AccountStore(database),
    keys: new ApiKeyStore(database, keySecrets, logger),
    ledger: new CreditLedger(database, { now, reservationLifetimeMs: config.reservationLifetimeMs }),
    usage: new UsageLog(database, now),
    audit: new AuditLog(database),
    webhooks: new WebhookStore(database, keySecrets, now),
    close: () => database.close(),
  };
}

/** The parent of `src` and `dist`; `.sql` files are read from `src`. */
const PACKAGE_DIR = join(import.meta.dirname, '..');

/** The gateway's own schema: numbered migrations make its tables, repeatable functions hold the credit rules. */
export const GATEWAY_SCHEMA = {
  schema: 'gateway',
  migrationsDir: join(PACKAGE_DIR, 'migrations'),
  functionsDir: join(PACKAGE_DIR, 'src/billing/sql'),
} as const;

/** Few, because these statements are short and rare. What is left of the pool is the ledger's. */
const CONNECTIONS_MAX = {
  keys: 2,
  usage: 1,
  /** Look-ups of file addresses, for which anyone may ask. */
  files: 1,
  /** Of the ledger, and of webhooks. */
  maintenance: 1,
  /** Accounts, and the check of readiness. */
  operator: 1,
} as const;

/** Anyone may guess keys and file addresses; the next look-up is refused as `overloaded`. */
const GUESSES_WAITING_MAX = 200;

/**
 * The database as each purpose sees it. No purpose waits for the connections of another. The ledger takes one per account
 * at most.
 * @param poolMax Connections of the pool. One of fewer than seven is too small for every purpose to have its own.
 */
export function databasePurposes(database: Statements, poolMax: number) {
  const part = (connectionsMax: number, waitingMax = Infinity): Statements =>
    withinBulkhead(database, { connectionsMax, waitingMax });
  const others = Object.values(CONNECTIONS_MAX).reduce<number>((sum, connections) => sum + connections, 0);
  return {
    ledger: part(Math.max(1, poolMax - others)),
    keys: part(CONNECTIONS_MAX.keys, GUESSES_WAITING_MAX),
    usage: part(CONNECTIONS_MAX.usage),
    files: part(CONNECTIONS_MAX.files, GUESSES_WAITING_MAX),
    maintenance: part(CONNECTIONS_MAX.maintenance),
    operator: part(CONNECTIONS_MAX.operator),
  };
}
