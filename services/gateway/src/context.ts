import { createEmbeddingClient } from '@imagesearch/contracts/embedding';
import { createRerankerClient } from '@imagesearch/contracts/reranker';
import { createRetrievalClient } from '@imagesearch/contracts/retrieval';
import { createRightsClient } from '@imagesearch/contracts/rights';
import type { Database } from '@imagesearch/service-kit/postgres/database';
import type { Lifecycle } from '@imagesearch/service-kit/process/lifecycle';
import type { Logger } from '@imagesearch/service-kit/logging';
import { createMetrics, type Registry } from '@imagesearch/service-kit/metrics';
import { createCatalogue } from './assets/catalogue.js';
import { createEncoder } from './search/adapters/encoder.js';
import { createRecall } from './search/adapters/recall.js';
import { guardReranker } from './search/adapters/guarded-reranker.js';
import { createReranker } from './search/adapters/reranker.js';
import type { GatewayConfig } from './config.js';
import { FileAddresses } from './assets/file-addresses.js';
import { newQueryId } from './assets/query-id.js';
import { ApiKeyCache } from './keys/api-key-cache.js';
import { KeyUsageRecorder } from './keys/key-usage-recorder.js';
import type { RateLimiter } from './limits/rate-limiter.js';
import type { Pricing } from './billing/plans.js';
import type { SearchStages } from './search/ports.js';
import { createEvents, type GatewayEvents } from './events.js';
import { DEFAULT_LIMITS } from './http/http-server.js';
import type { Addresses } from './search/present.js';
import { openStores } from './billing/open-stores.js';
import type { Clients } from './health/readiness.js';
import { createFetchImage, type FetchImage } from './search/reference-image/fetch-image.js';
import type { ImageNetwork } from './search/reference-image/image-network.js';
import { AccountStore } from './accounts/account-store.js';
import { ApiKeyStore } from './keys/api-key-store.js';
import { CreditLedger } from './billing/credit-ledger.js';
import { LedgerMaintenance } from './billing/ledger-maintenance.js';
import { openRateLimiter } from './limits/open-rate-limiter.js';
import { PendingReleases } from './billing/pending-releases.js';
import { openTextVectors } from './search/text-vectors/open-text-vectors.js';
import { QueryCapabilities } from './assets/query-capabilities.js';
import { UsageLog } from './accounts/usage-log.js';
import { startMaintenance } from './billing/start-maintenance.js';

/** Time to send the answer, on top of the timeouts of the request and of its search. */
const LEASE_MARGIN_MS = 5_000;

export interface GatewayContext {
  config: GatewayConfig;
  logger: Logger;
  pricing: Pricing;
  clients: Clients;
  stages: SearchStages;
  fetchImage: FetchImage;
  /** Only for the readiness check; everything else uses the stores. */
  database: Pick<Database, 'query'>;
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
  usage: UsageLog;
  fileAddresses: FileAddresses;
  /** The base address is set once the port is known. */
  addresses: Addresses;
}

export interface GatewayOverrides {
  imageNetwork?: Partial<ImageNetwork>;
  /** The clock of credits and billing periods. */
  now?: () => Date;
}

/** Opens the stores and the clients; the lifecycle closes them. */
export async function openContext(
  config: GatewayConfig,
  logger: Logger,
  lifecycle: Lifecycle,
  overrides: GatewayOverrides = {},
): Promise<GatewayContext> {
  const { pricing, keySecret, database } = await openStores(config, logger);
  lifecycle.onClose('database', () => database.close());

  const accounts = new AccountStore(database);
  await warnOfUnknownPlans(accounts, pricing, logger);
  const now = overrides.now ?? (() => new Date());
  const metrics = createMetrics('gateway');
  const events = createEvents(metrics);
  maintainLedger(database, now, { config, pricing, logger, events, lifecycle });
  const clients = openClients(config, lifecycle);
  const textVectors = openTextVectors(config.redisCacheUrl, logger);
  lifecycle.onClose('text vectors', () => textVectors.close());
  const ledger = new CreditLedger(database, { now, reservationLifetimeMs: config.reservationLifetimeMs });
  const releases = new PendingReleases(ledger, logger);
  lifecycle.onClose('releases', () => releases.close());
  return {
    config,
    logger,
    pricing,
    clients,
    stages: {
      encoder: createEncoder(clients.embedding, textVectors),
      recall: createRecall(clients.retrieval),
      catalogue: createCatalogue(clients.rights),
      reranker: guardReranker(createReranker(clients.reranker), { ...config.rerank, events, logger }),
      logger,
    },
    fetchImage: createFetchImage(overrides.imageNetwork),
    database,
    accounts,
    ledger,
    releases,
    newQueryId: () => newQueryId(keySecret),
    usage: new UsageLog(database, now),
    ...(await openAdmission(new ApiKeyStore(database, keySecret), { config, events, logger, lifecycle })),
    events,
    metrics,
    fileAddresses: new FileAddresses({
      lookup: new QueryCapabilities(database),
      secret: keySecret,
      onLookup: events.fileAddressLookedUp,
    }),
    addresses: { baseUrl: config.publicBaseUrl ?? '' },
  };
}

/** Requests of these accounts fail with 500 until the price list has their plan or the operator changes it. */
async function warnOfUnknownPlans(accounts: AccountStore, pricing: Pricing, logger: Logger): Promise<void> {
  const unknown = await accounts.countOnOtherPlans(pricing.plans.map(({ id }) => id));
  if (unknown.length > 0)
    logger.warn({ pricing: pricing.version, unknown }, 'accounts are on plans that the price list lacks');
}

function maintainLedger(
  database: Database,
  now: () => Date,
  of: Pick<GatewayContext, 'config' | 'pricing' | 'logger' | 'events'> & { lifecycle: Lifecycle },
): void {
  const { config, pricing, logger, events, lifecycle } = of;
  const running = startMaintenance({
    maintenance: new LedgerMaintenance(database, now),
    pricing,
    retention: config.retention,
    intervalMs: config.maintenanceIntervalMs,
    logger,
    onExpired: events.reservationsExpired,
  });
  lifecycle.onClose('maintenance', () => running.stop());
}

interface AdmissionParts {
  config: GatewayConfig;
  events: GatewayEvents;
  logger: Logger;
  lifecycle: Lifecycle;
}

/** What admits a request: its key and the limits of its account. */
async function openAdmission(
  apiKeys: ApiKeyStore,
  { config, events, logger, lifecycle }: AdmissionParts,
): Promise<Pick<GatewayContext, 'apiKeys' | 'keys' | 'keyUsage' | 'rateLimiter'>> {
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
  return { apiKeys, keys, keyUsage, rateLimiter };
}

function openClients({ addresses, serviceToken }: GatewayConfig, lifecycle: Lifecycle): Clients {
  const clients = {
    embedding: createEmbeddingClient(addresses.embedding, serviceToken),
    retrieval: createRetrievalClient(addresses.retrieval, serviceToken),
    reranker: createRerankerClient(addresses.reranker, serviceToken),
    rights: createRightsClient(addresses.rights, serviceToken),
  };
  lifecycle.onClose('clients', () => {
    for (const client of Object.values(clients)) client.close();
  });
  return clients;
}
