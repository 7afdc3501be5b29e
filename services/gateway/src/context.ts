import { createEmbeddingClient } from '@imagesearch/contracts/embedding';
import { createRerankerClient } from '@imagesearch/contracts/reranker';
import { createRetrievalClient } from '@imagesearch/contracts/retrieval';
import { createRightsClient } from '@imagesearch/contracts/rights';
import type { Statements } from '@imagesearch/service-kit/postgres/bulkhead';
import type { Lifecycle } from '@imagesearch/service-kit/process/lifecycle';
import type { Logger } from '@imagesearch/service-kit/logging';
import { keptSecret } from '@imagesearch/service-kit/secrets/kept-secret';
import { ServiceTls } from '@imagesearch/service-kit/grpc/service-tls';
import { createProcessMetrics, type Registry } from '@imagesearch/service-kit/metrics';
import { databasePurposes } from './database-purposes.js';
import { createCatalogue } from './assets/catalogue.js';
import { createEncoder, createRecentTexts } from './search/adapters/encoder.js';
import { createProfileCurves } from './search/scores/profile-curves.js';
import { CursorSeal } from './search/paging/cursor.js';
import { createRecall } from './search/adapters/recall.js';
import { guardReranker } from './search/adapters/guarded-reranker.js';
import { createReranker } from './search/adapters/reranker.js';
import { withRecentSpellings } from './search/adapters/recent-spellings.js';
import { createSpellingChecker } from './search/adapters/spelling-checker.js';
import type { GatewayConfig } from './config.js';
import { FileAddresses } from './assets/file-addresses.js';
import { FileLocations } from './assets/file-locations.js';
import { newQueryId } from './assets/query-id.js';
import { ApiKeyCache } from './keys/api-key-cache.js';
import { KeyUsageRecorder } from './keys/key-usage-recorder.js';
import type { KeySecrets } from './keys/key-secrets.js';
import type { RateLimiter } from './limits/rate-limiter.js';
import type { Pricing } from './billing/plans.js';
import type { SearchStages } from './search/ports.js';
import { createEvents, type GatewayEvents } from './events.js';
import { DEFAULT_LIMITS } from './http/http-server.js';
import type { Addresses } from './search/present.js';
import { openStores } from './billing/open-stores.js';
import { hasLostIndex } from './health/readiness.js';
import type { Clients } from './health/services-status.js';
import { StackStatus } from './health/stack-status.js';
import { Traffic } from './health/traffic.js';
import { RecentImages } from './search/reference-image/recent-images.js';
import { createFetchImage, type FetchImage } from './search/reference-image/fetch-image.js';
import type { ImageNetwork } from './search/reference-image/image-network.js';
import { operatorTokenPath } from './accounts/operator/running-gateway.js';
import { AccountStore } from './accounts/account-store.js';
import { ApiKeyStore } from './keys/api-key-store.js';
import { CreditLedger } from './billing/credit-ledger.js';
import { DatabaseClock } from './billing/database-clock.js';
import { LedgerMaintenance } from './billing/ledger-maintenance.js';
import { HandedAdmissions } from './limits/handed-admissions.js';
import { openRateLimiter } from './limits/open-rate-limiter.js';
import { PendingReleases } from './billing/pending-releases.js';
import { McpSessions } from './mcp/mcp-sessions.js';
import { QueryCapabilities } from './assets/query-capabilities.js';
import { UsageLog } from './accounts/usage-log.js';
import { startMaintenance } from './billing/start-maintenance.js';

/** Time to send the answer, on top of the timeouts of the request and of its search. */
const LEASE_MARGIN_MS = 5_000;

export interface GatewayContext {
  config: GatewayConfig;
  logger: Logger;
  pricing: Pricing;
  traffic: Traffic;
  clients: Clients;
  stackStatus: StackStatus;
  stages: SearchStages;
  fetchImage: FetchImage;
  /** Only for the readiness check; everything else uses the stores. */
  database: Pick<Statements, 'query'>;
  accounts: AccountStore;
  apiKeys: ApiKeyStore;
  keys: ApiKeyCache;
  keyUsage: KeyUsageRecorder;
  rateLimiter: RateLimiter;
  events: GatewayEvents;
  metrics: Registry;
  ledger: CreditLedger;
  releases: PendingReleases;
  newQueryId: () => string;
  cursors: CursorSeal;
  now: () => Date;
  usage: UsageLog;
  /** Undefined without a token: the operator's port then has no accounts. */
  operatorToken: string | undefined;
  fileAddresses: FileAddresses;
  fileLocations: FileLocations;
  /** The base address is set once the port is known. */
  addresses: Addresses;
  mcpSessions: McpSessions;
  handedAdmissions: HandedAdmissions;
  /** Where this gateway itself answers; set once the port is known. */
  loopback: { url: string };
}

export interface GatewayOverrides {
  imageNetwork?: Partial<ImageNetwork>;
  /** The clock of credits, billing periods and cursors; by default the database's. */
  now?: () => Date;
}

/** Opens the stores and the clients; the lifecycle closes them. */
export async function openContext(
  config: GatewayConfig,
  logger: Logger,
  lifecycle: Lifecycle,
  overrides: GatewayOverrides = {},
): Promise<GatewayContext> {
  const metrics = createProcessMetrics('gateway');
  const { pricing, keySecrets, database } = await openStores(config, logger, metrics);
  lifecycle.onClose('database', () => database.close());

  const purposes = databasePurposes(database, config.databaseServer.poolMax);
  const accounts = new AccountStore(purposes.operator);
  await warnOfUnknownPlans(accounts, pricing, logger);
  const clock = await DatabaseClock.open(purposes.maintenance);
  const now = overrides.now ?? (() => clock.now());
  const events = createEvents(metrics);
  maintainLedger(purposes.maintenance, { clock, now }, { config, pricing, logger, events, lifecycle });
  const clients = await openClients(config, metrics, logger, lifecycle);
  const stackStatus = watchStack(clients, events, logger);
  const billing = openBilling(purposes.ledger, now, { config, events, logger, lifecycle });
  return {
    config,
    logger,
    pricing,
    traffic: new Traffic(),
    clients,
    stackStatus,
    stages: openStages(clients, { config, events, logger, lifecycle }),
    fetchImage: createFetchImage(overrides.imageNetwork),
    database: purposes.operator,
    accounts,
    ...billing,
    newQueryId: () => newQueryId(keySecrets[0]),
    cursors: new CursorSeal(keySecrets),
    now,
    usage: new UsageLog(purposes.usage, now),
    ...(await openAdmission(new ApiKeyStore(purposes.keys, keySecrets), {
      config,
      events,
      logger,
      lifecycle,
    })),
    events,
    metrics,
    ...openFiles(purposes.files, keySecrets, { clients, events }),
    addresses: { baseUrl: config.publicBaseUrl ?? '' },
    mcpSessions: new McpSessions(keySecrets),
    handedAdmissions: new HandedAdmissions(),
    loopback: { url: '' },
  };
}

/** Gateways that share a database get their token by configuration; a single one keeps its own. */
async function operatorTokenOf({
  opsToken,
  databaseUrl,
  dataDir,
}: GatewayConfig): Promise<string | undefined> {
  if (opsToken !== undefined || databaseUrl !== undefined) return opsToken;
  return keptSecret(operatorTokenPath(dataDir));
}

/** Requests of these accounts fail with 500 until the price list has their plan or the operator changes it. */
async function warnOfUnknownPlans(accounts: AccountStore, pricing: Pricing, logger: Logger): Promise<void> {
  const unknown = await accounts.countOnOtherPlans(pricing.plans.map(({ id }) => id));
  if (unknown.length > 0)
    logger.warn({ pricing: pricing.version, unknown }, 'accounts are on plans that the price list lacks');
}

function maintainLedger(
  database: Statements,
  { clock, now }: { clock: DatabaseClock; now: () => Date },
  of: Pick<GatewayContext, 'config' | 'pricing' | 'logger' | 'events'> & { lifecycle: Lifecycle },
): void {
  const { config, pricing, logger, events, lifecycle } = of;
  const running = startMaintenance({
    maintenance: new LedgerMaintenance(database, now),
    synchronise: () => clock.synchronise(),
    pricing,
    retention: config.retention,
    intervalMs: config.maintenanceIntervalMs,
    logger,
    onExpired: events.reservationsExpired,
  });
  lifecycle.onClose('maintenance', () => running.stop());
}

interface Parts {
  config: GatewayConfig;
  events: GatewayEvents;
  logger: Logger;
  lifecycle: Lifecycle;
}

/** Moves credits; a release that fails is repeated, also when the gateway stops. */
function openBilling(
  database: Statements,
  now: () => Date,
  { config, logger, lifecycle }: Parts,
): Pick<GatewayContext, 'ledger' | 'releases'> {
  const ledger = new CreditLedger(database, { now, reservationLifetimeMs: config.reservationLifetimeMs });
  const releases = new PendingReleases(ledger, logger);
  lifecycle.onClose('releases', () => releases.close());
  return { ledger, releases };
}

/** Which files an address opens, and where they are. */
function openFiles(
  database: Statements,
  secrets: KeySecrets,
  { clients, events }: Pick<GatewayContext, 'clients' | 'events'>,
): Pick<GatewayContext, 'fileAddresses' | 'fileLocations'> {
  const lookup = new QueryCapabilities(database);
  return {
    fileAddresses: new FileAddresses({ lookup, secrets, onLookup: events.fileAddressLookedUp }),
    fileLocations: new FileLocations(clients.rights),
  };
}

/** What admits a request: its key and the limits of its account; an operator is admitted by a token. */
async function openAdmission(
  apiKeys: ApiKeyStore,
  { config, events, logger, lifecycle }: Parts,
): Promise<Pick<GatewayContext, 'apiKeys' | 'keys' | 'keyUsage' | 'rateLimiter' | 'operatorToken'>> {
  const keyUsage = new KeyUsageRecorder(apiKeys, logger);
  lifecycle.onClose('key usage', () => keyUsage.close());
  const { rateLimiter, close } = await openRateLimiter({
    redisUrl: config.redisUrl,
    replicasMax: config.replicasMax,
    leaseMs: DEFAULT_LIMITS.requestTimeoutMs + config.searchTimeoutMs + LEASE_MARGIN_MS,
    events,
    logger,
  });
  lifecycle.onClose('rate limiter', close);
  const keys = new ApiKeyCache(apiKeys, { onLookup: events.keyLookedUp });
  const operatorToken = await operatorTokenOf(config);
  return { apiKeys, keys, keyUsage, rateLimiter, operatorToken };
}

function openStages(clients: Clients, { config, events, logger }: Parts): SearchStages {
  return {
    encoder: createEncoder(clients.embedding, createRecentTexts(), new RecentImages()),
    recall: createRecall(clients.retrieval),
    spelling: withRecentSpellings(createSpellingChecker(clients.retrieval)),
    catalogue: createCatalogue(clients.rights),
    reranker: guardReranker(createReranker(clients.reranker), { ...config.rerank, events, logger }),
    curves: createProfileCurves(clients.embedding, logger),
    logger,
  };
}

function watchStack(clients: Clients, events: GatewayEvents, logger: Logger): StackStatus {
  let wasLost = false;
  return new StackStatus(clients, (status) => {
    const isIndexLost = hasLostIndex(status);
    events.stackDescribed({ ...status, isIndexLost });
    if (isIndexLost && !wasLost) {
      logger.error({ assets: status.assets }, 'the index is empty beside a filled catalogue');
    }
    wasLost = isIndexLost;
  });
}

async function openClients(
  { addresses, serviceToken, tls: files }: GatewayConfig,
  metrics: Registry,
  logger: Logger,
  lifecycle: Lifecycle,
): Promise<Clients> {
  const tls = files && (await ServiceTls.open(files, logger));
  tls?.showExpiry(metrics);
  const clients = {
    embedding: createEmbeddingClient(addresses.embedding, serviceToken, tls),
    retrieval: createRetrievalClient(addresses.retrieval, serviceToken, tls),
    reranker: createRerankerClient(addresses.reranker, serviceToken, tls),
    rights: createRightsClient(addresses.rights, serviceToken, tls),
  };
  lifecycle.onClose('clients', () => {
    for (const client of Object.values(clients)) client.close();
    tls?.close();
  });
  return clients;
}
