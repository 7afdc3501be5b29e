import {
  createEmbeddingClient,
  createRerankerClient,
  createRetrievalClient,
  createRightsClient,
} from '@imagesearch/contracts/clients';
import { ServiceTls } from '@imagesearch/service-kit/grpc/service-tls';
import type { PublicNetwork } from '@imagesearch/service-kit/guarded-fetch/public-internet';
import { createLogger, type Logger } from '@imagesearch/service-kit/logging';
import { createProcessMetrics, type Registry } from '@imagesearch/service-kit/metrics';
import type { Statements } from '@imagesearch/service-kit/postgres/bulkhead';
import { Lifecycle } from '@imagesearch/service-kit/process/lifecycle';
import type { Service } from '@imagesearch/service-kit/process/run-main';
import { keptSecret } from '@imagesearch/service-kit/secrets/kept-secret';
import { startTracing } from '@imagesearch/service-kit/telemetry/tracing';
import { AuditLog } from './accounts/audit-log.js';
import { AccountStore } from './accounts/account-store.js';
import type { OperatorStores } from './accounts/commands.js';
import { operatorTokenPath } from './accounts/operator-port.js';
import { UsageLog } from './accounts/usage.js';
import { IndexKeeper } from './agreement/keep-index.js';
import type { AppParts } from './app.js';
import { createCatalogue } from './assets/asset.js';
import { FileAddresses, newQueryId } from './assets/file-addresses.js';
import { FileLocations } from './assets/file-locations.js';
import { collectionReader } from './assets/collection.js';
import { CreditLedger } from './billing/credit-ledger.js';
import { DatabaseClock, LedgerMaintenance, startMaintenance } from './billing/maintenance.js';
import type { Pricing } from './billing/plans.js';
import type { GatewayConfig } from './config.js';
import { servedContract } from './contract/document.js';
import { createEvents, type GatewayEvents } from './events.js';
import { StackStatus, type Clients } from './health/stack-status.js';
import { DEFAULT_LIMITS } from './http/server.js';
import { Admission } from './keys/admission.js';
import type { KeySecrets } from './keys/api-key.js';
import { ApiKeyCache } from './keys/authentication.js';
import { ApiKeyStore } from './keys/key-store.js';
import { openRateLimiter } from './limits/limiter.js';
import { McpSessions } from './mcp/sessions.js';
import { createEncoder } from './search/encode.js';
import { KnownSources } from './search/known-sources.js';
import { CursorSeal } from './search/page.js';
import { createFetchImage, type ImageNetwork } from './search/reference-image.js';
import { createRerank } from './search/rerank.js';
import type { SearchStages } from './search/result.js';
import { createSearchIndex } from './search/retrieve.js';
import { createProfileCurves } from './search/scores.js';
import { createSpell } from './search/spell.js';
import { Uploads } from './uploads/uploads.js';
import { serve, type Addresses, type Served, type Serving } from './serve.js';
import { databasePurposes, openStores } from './stores.js';
import { takeAssetEvents } from './webhooks/asset-events.js';
import { Deliverer, startWebhooks } from './webhooks/deliver.js';
import { WebhookStore } from './webhooks/webhook-store.js';

/** Time to send the answer, on top of the timeouts of the request and of its search. */
const LEASE_MARGIN_MS = 5_000;

interface GatewayOverrides extends Pick<OperatorStores, 'copyStores'> {
  imageNetwork?: Partial<ImageNetwork>;
  webhookNetwork?: Partial<PublicNetwork>;
  /** The clock of credits, billing periods and cursors; by default the database's. */
  now?: () => Date;
}

export interface GatewayService extends Service {
  /** Address for clients; known after `start`. */
  baseUrl(): string;
  /** Address for the operator; known after `start`. */
  opsUrl(): string;
  /** Stores of the operator's accounts and keys; known after `start`. */
  accounts(): AccountStore;
  keys(): ApiKeyStore;
}

/** The gateway serves the public HTTP contract and calls the other four services. */
export function createGatewayService(
  config: GatewayConfig,
  overrides: GatewayOverrides = {},
): GatewayService {
  const logger = createLogger({ service: 'gateway', level: config.logLevel });
  const lifecycle = new Lifecycle(logger);
  let started: Serving | undefined;
  const afterStart = () => {
    if (!started) throw new Error('the gateway has not started');
    return started;
  };

  return {
    async start() {
      lifecycle.onClose('tracing', await startTracing('gateway', config.tracing));
      const metrics = createProcessMetrics('gateway');
      const base = { config, logger, lifecycle, metrics, events: createEvents(metrics) };
      started = await serve(await openParts(base, overrides), lifecycle);
      logger.info({ baseUrl: started.baseUrl, opsUrl: started.opsUrl }, 'listening');
    },
    close: () => lifecycle.close(),
    baseUrl: () => afterStart().baseUrl,
    opsUrl: () => afterStart().opsUrl,
    accounts: () => afterStart().accounts,
    keys: () => afterStart().keys,
  };
}

/** What every part is opened with. */
interface Base {
  config: GatewayConfig;
  logger: Logger;
  lifecycle: Lifecycle;
  metrics: Registry;
  events: GatewayEvents;
}

/** Opens the stores and the clients; the lifecycle closes them. */
async function openParts(base: Base, overrides: GatewayOverrides): Promise<Served> {
  const { imageNetwork, webhookNetwork, now: givenNow, copyStores } = overrides;
  const { config, logger, lifecycle, metrics, events } = base;
  const { pricing, keySecrets, database } = await openStores(config, logger, metrics);
  lifecycle.onClose('database', () => database.close());
  const purposes = databasePurposes(database, config.databaseServer.poolMax);
  const accounts = new AccountStore(purposes.operator);
  const clock = await DatabaseClock.open(purposes.maintenance);
  const now = givenNow ?? (() => clock.now());
  maintainLedger(purposes.maintenance, { clock, now, pricing }, base);

  const clients = await openClients(base);
  tellOfEvents(purposes.maintenance, { clients, keySecrets, now, network: webhookNetwork }, base);
  const stackStatus = new StackStatus(clients, events, logger);
  const { reservationLifetimeMs } = config;
  const ledger = new CreditLedger(purposes.ledger, { now, reservationLifetimeMs });
  const keys = new ApiKeyStore(purposes.keys, keySecrets, logger);
  const limits = await openLimits(keys, pricing, base);
  const operatorToken = await operatorTokenOf(config);
  const usage = new UsageLog(purposes.usage, now);

  const addresses = { baseUrl: config.publicBaseUrl ?? '', localUrl: '' };
  const stages = openStages(clients, keepIndex(clients, base), base);
  const assets = openAssets(purposes.files, keySecrets, { clients, stages, addresses }, base);
  const search = {
    ...{ stages, pricing, ledger, events, now, stackStatus, addresses },
    sources: new KnownSources(clients, logger),
    newQueryId: () => newQueryId(keySecrets[0]),
    cursors: new CursorSeal(keySecrets),
    fetchImage: createFetchImage(imageNetwork),
    timeoutMs: config.searchTimeoutMs,
  };
  const uploads = openUploads(clients, stages, base);
  const mcp = { sessions: new McpSessions(keySecrets), addresses, searchTimeoutMs: config.searchTimeoutMs };
  const audit = new AuditLog(purposes.operator);
  const webhooks = new WebhookStore(purposes.operator, keySecrets, now);
  const stores = {
    ...{ pricing, accounts, keys, ledger, usage, audit, webhooks },
    ...(copyStores && { copyStores }),
  };
  return {
    app: {
      ...{ config, logger, events, pricing, usage, accounts, keys, audit, addresses },
      ...{ stackStatus, search, ...assets, uploads, mcp, ...limits, contract: servedContract(config) },
    },
    ops: { config, logger, metrics, stackStatus, database: purposes.operator, stores, operatorToken },
    addresses,
  };
}

function maintainLedger(
  database: Statements,
  { clock, now, pricing }: { clock: DatabaseClock; now: () => Date; pricing: Pricing },
  { config, logger, lifecycle, events }: Base,
): void {
  const stop = startMaintenance({
    maintenance: new LedgerMaintenance(database, now),
    synchronise: () => clock.synchronise(),
    pricing,
    retention: config.retention,
    intervalMs: config.maintenanceIntervalMs,
    logger,
    onExpired: events.reservationsExpired,
  });
  lifecycle.onClose('maintenance', stop);
}

interface TellDeps {
  clients: Clients;
  keySecrets: KeySecrets;
  now: () => Date;
  network: Partial<PublicNetwork> | undefined;
}

function tellOfEvents(
  database: Statements,
  { clients, keySecrets, now, network = {} }: TellDeps,
  { logger, lifecycle, events }: Base,
): void {
  const deliverer = new Deliverer({ database, secrets: keySecrets, now, logger, events, network });
  const takeEvents = (signal: AbortSignal) =>
    takeAssetEvents({ database, rights: clients.rights, now }, signal);
  lifecycle.onClose('webhooks', startWebhooks({ deliverer, takeEvents, logger }));
}

async function openClients({ config, metrics, logger, lifecycle }: Base): Promise<Clients> {
  const { addresses, serviceToken } = config;
  const tls = config.tls && (await ServiceTls.open(config.tls, logger));
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

/** What admits a request: its key and the limits of its account. */
async function openLimits(
  apiKeys: ApiKeyStore,
  pricing: Pricing,
  { config, events, logger, lifecycle }: Base,
): Promise<Pick<AppParts, 'admission' | 'rateLimiter'>> {
  const rateLimiter = await openRateLimiter({
    redisUrl: config.redisUrl,
    replicasMax: config.replicasMax,
    leaseMs: DEFAULT_LIMITS.requestTimeoutMs + config.searchTimeoutMs + LEASE_MARGIN_MS,
    events,
    logger,
  });
  lifecycle.onClose('rate limiter', () => rateLimiter.close());
  const keys = new ApiKeyCache(apiKeys);
  const onDecision = events.admissionDecided;
  return { rateLimiter, admission: new Admission({ keys, pricing, rateLimiter, onDecision }) };
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

function keepIndex(clients: Clients, { logger, lifecycle }: Base): IndexKeeper {
  const keeper = new IndexKeeper({ clients, logger });
  lifecycle.onClose('keeping the index', keeper.start());
  return keeper;
}

function openStages(clients: Clients, keeper: IndexKeeper, { config, events, logger }: Base): SearchStages {
  return {
    encoder: createEncoder(clients.embedding),
    spell: createSpell(clients.retrieval, logger),
    searchIndex: createSearchIndex(clients.retrieval),
    catalogue: createCatalogue(clients.rights),
    rerank: createRerank(clients.reranker, { ...config.rerank, events, logger }),
    curves: createProfileCurves(clients.embedding, logger),
    reportStale: (assetIds) => keeper.report(assetIds),
    logger,
  };
}

/** Assets, and which files an address opens, and where they are. */
function openAssets(
  database: Statements,
  secrets: KeySecrets,
  { clients, stages, addresses }: { clients: Clients; stages: SearchStages; addresses: Addresses },
  { logger }: Base,
) {
  const { catalogue } = stages;
  const { retrieval, rights } = clients;
  return {
    rights,
    assets: { catalogue, retrieval, addresses, logger },
    collection: collectionReader({ catalogue, retrieval, rights }),
    files: {
      ...{ catalogue, addresses },
      fileAddresses: new FileAddresses(database, secrets),
      fileLocations: new FileLocations(rights),
    },
  };
}

function openUploads(clients: Clients, { catalogue }: SearchStages, { lifecycle, logger }: Base): Uploads {
  const stopping = new AbortController();
  lifecycle.onClose('uploads', () => stopping.abort());
  return new Uploads({ clients, catalogue, signal: stopping.signal, logger });
}
