import { createEmbeddingService } from '@imagesearch/embedding/service';
import { loadConfig as loadEmbeddingConfig } from '@imagesearch/embedding/config';
import { loadConfig as loadGatewayConfig } from '@imagesearch/gateway/config';
import { createGatewayService, type GatewayService } from '@imagesearch/gateway/service';
import { loadConfig as loadRerankerConfig } from '@imagesearch/reranker/config';
import { createRerankerService } from '@imagesearch/reranker/service';
import { loadConfig as loadRetrievalConfig } from '@imagesearch/retrieval/config';
import { createRetrievalService } from '@imagesearch/retrieval/service';
import { loadConfig as loadRightsConfig } from '@imagesearch/rights/config';
import { createRightsService } from '@imagesearch/rights/service';
import { dataDir, parseConfig } from '@imagesearch/service-kit/config';
import { inProcessTarget } from '@imagesearch/service-kit/grpc/in-process';
import { keptSecret } from '@imagesearch/service-kit/secrets/kept-secret';
import { RecentDecodes } from '@imagesearch/service-kit/image/recent-decodes';
import { Lifecycle } from '@imagesearch/service-kit/process/lifecycle';
import { createLogger } from '@imagesearch/service-kit/logging';
import type { Service } from '@imagesearch/service-kit/process/run-main';
import { keptServiceTokenPath, loadServiceTokens } from '@imagesearch/service-kit/secrets/service-token';
import { z } from 'zod';

type Env = Readonly<Record<string, string | undefined>>;

/** gRPC addresses of the four services behind the gateway and their token, keyed by a client's environment variables. */
export interface StackAddresses {
  SERVICE_TOKEN: string;
  EMBEDDING_ADDRESS: string;
  RETRIEVAL_ADDRESS: string;
  RERANKER_ADDRESS: string;
  RIGHTS_ADDRESS: string;
}

export interface StackOptions {
  /** The services' environment variables; their listen addresses are set here. */
  env: Env;
  /** Starts the model that `MODEL_PROFILE` names even if another one filled the index, so that it can be embedded again. */
  mayChangeModel?: boolean;
  /** The services load their models when it resolves: another process is building the files. */
  modelFiles?: Promise<void> | undefined;
  /** For tests that put a proxy between the gateway and a service. */
  gatewayAddresses?: Partial<StackAddresses>;
  /** For tests that bring their own servers. */
  gatewayOverrides?: Parameters<typeof createGatewayService>[1];
}

export interface Stack {
  gateway: GatewayService;
  /** The four services behind the gateway; each can be closed separately. */
  backends: Backends;
  addresses: StackAddresses;
  /** Resolves once every model is loaded; rejects when one cannot be loaded. */
  whenReady(): Promise<void>;
  close(): Promise<void>;
}

interface Backends extends ReturnType<typeof createServicesWithModels> {
  retrieval: ReturnType<typeof createRetrievalService>;
  rights: ReturnType<typeof createRightsService>;
}

/** Longer than any service takes to finish what is in flight. */
const CLOSE_TIMEOUT_MS = 30_000;

const DEFAULTS: Env = {
  // No load balancer is in front of a local stack, and no other process of it migrates.
  DRAIN_DELAY_MS: '0',
  MIGRATE_AT_START: 'true',
  // Searches whose texts are embedded together go on together: a large batch would leave its thread nothing to do next.
  EMBEDDING_TEXT_BATCH_MAX: '8',
};

/** The system picks a free loopback port. */
const ANY_PORT = '127.0.0.1:0';

/**
 * Starts all five services in this process, each with its own gRPC server. The gateway calls them without a connection;
 * other programs connect. Configuration alone selects the
 * stores, as for a service that runs separately.
 */
export async function startStack({
  gatewayAddresses,
  gatewayOverrides,
  ...options
}: StackOptions): Promise<Stack> {
  const serviceTokens = await serviceTokensFor(options.env);
  const env: Env = {
    ...DEFAULTS,
    ...options.env,
    ...withinOneProcess(options.env),
    SERVICE_TOKEN: serviceTokens.join(','),
  };
  const logger = createLogger({ service: 'local-stack', level: env['LOG_LEVEL'] ?? 'info' });
  const lifecycle = new Lifecycle(logger);
  try {
    const recentDecodes = new RecentDecodes();
    const { retrieval, rights } = createServicesWithStores(env, recentDecodes);
    await startAll({ retrieval, rights }, lifecycle);
    // The other services ask the index for its model, and refuse to run another one.
    const isChosen = options.mayChangeModel === true && !['', 'auto'].includes(env['MODEL_PROFILE'] ?? '');
    const modelEnv = { ...env, RETRIEVAL_ADDRESS: isChosen ? '' : retrieval.address };
    const withModels = createServicesWithModels(modelEnv, { modelFiles: options.modelFiles, recentDecodes });
    await startAll(withModels, lifecycle);
    const backends = { ...withModels, retrieval, rights };
    const addresses: StackAddresses = {
      SERVICE_TOKEN: serviceTokens[0] ?? '',
      EMBEDDING_ADDRESS: backends.embedding.address,
      RETRIEVAL_ADDRESS: backends.retrieval.address,
      RERANKER_ADDRESS: backends.reranker.address,
      RIGHTS_ADDRESS: backends.rights.address,
    };
    const gateway = createGatewayService(
      loadGatewayConfig({ ...env, ...addresses, ...inProcess(addresses), ...gatewayAddresses }),
      gatewayOverrides,
    );
    await startAll({ gateway }, lifecycle);
    return {
      gateway,
      backends,
      addresses,
      whenReady: async () => {
        await Promise.all([backends.embedding.whenReady(), backends.reranker.whenReady()]);
      },
      close: () => lifecycle.close(),
    };
  } catch (error) {
    await lifecycle.close();
    throw error;
  }
}

/** Where the gateway finds the services: its calls need no connection. */
function inProcess(addresses: StackAddresses): Partial<StackAddresses> {
  return {
    EMBEDDING_ADDRESS: inProcessTarget(addresses.EMBEDDING_ADDRESS),
    RETRIEVAL_ADDRESS: inProcessTarget(addresses.RETRIEVAL_ADDRESS),
    RERANKER_ADDRESS: inProcessTarget(addresses.RERANKER_ADDRESS),
    RIGHTS_ADDRESS: inProcessTarget(addresses.RIGHTS_ADDRESS),
  };
}

/** The services cannot share one port for their metrics, and calls within a process need no encryption. */
function withinOneProcess({ METRICS_LISTEN }: Env): Env {
  const hasMetrics = METRICS_LISTEN !== undefined && METRICS_LISTEN !== '';
  return {
    METRICS_LISTEN: hasMetrics ? ANY_PORT : '',
    SERVICE_TLS_CERT_FILE: '',
    SERVICE_TLS_KEY_FILE: '',
    SERVICE_TLS_CA_FILE: '',
  };
}

/** Other users of this machine can reach a loopback port too, so a stack without a token generates and keeps one. */
async function serviceTokensFor(env: Env): Promise<readonly string[]> {
  const given = loadServiceTokens(env);
  if (given.length > 0) return given;
  const { DATA_DIR } = parseConfig(z.object({ DATA_DIR: dataDir }), env);
  return [await keptSecret(keptServiceTokenPath(DATA_DIR))];
}

function createServicesWithStores(env: Env, recentDecodes: RecentDecodes) {
  const retrieval = loadRetrievalConfig({ ...env, RETRIEVAL_LISTEN: ANY_PORT });
  const rights = loadRightsConfig({ ...env, RIGHTS_LISTEN: ANY_PORT });
  return {
    retrieval: createRetrievalService(retrieval),
    rights: createRightsService(rights, { recentDecodes }),
  };
}

function createServicesWithModels(
  env: Env,
  { modelFiles, recentDecodes }: Pick<StackOptions, 'modelFiles'> & { recentDecodes: RecentDecodes },
) {
  const embedding = loadEmbeddingConfig({ ...env, EMBEDDING_LISTEN: ANY_PORT });
  const reranker = loadRerankerConfig({ ...env, RERANKER_LISTEN: ANY_PORT });
  return {
    embedding: createEmbeddingService(embedding, { modelFiles, recentDecodes }),
    reranker: createRerankerService(reranker, { modelFiles }),
  };
}

/** Starts services in parallel. Each is registered for closing, even when another fails to start. */
async function startAll(services: Record<string, Service>, lifecycle: Lifecycle): Promise<void> {
  const starting = Object.entries(services).map(async ([name, service]) => {
    lifecycle.onClose(name, () => service.close(), CLOSE_TIMEOUT_MS);
    await service.start();
  });
  const failed = (await Promise.allSettled(starting)).find((outcome) => outcome.status === 'rejected');
  if (failed) throw failed.reason;
}
