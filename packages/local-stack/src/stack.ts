import { askIndexedModel } from '@imagesearch/contracts/indexed-model';
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
import { Lifecycle } from '@imagesearch/service-kit/process/lifecycle';
import { createLogger, type Logger } from '@imagesearch/service-kit/logging';
import type { GrpcService } from '@imagesearch/service-kit/grpc/service';
import type { Service } from '@imagesearch/service-kit/process/run-main';
import { keptServiceTokenPath, loadServiceTokens } from '@imagesearch/service-kit/secrets/service-token';
import { readHubManifest } from '@imagesearch/models/hub/hub-manifest';
import { modelOfFingerprint } from '@imagesearch/models/fingerprints';
import { z } from 'zod';
import { copyStores } from './copy-stores.js';

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
  /** Starts the model that the operator names even if another one filled the index, so that it can be embedded again. */
  mayChangeModel?: boolean;
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
  close(): Promise<void>;
}

type Backends = Record<'embedding' | 'retrieval' | 'reranker' | 'rights', GrpcService>;

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
    ...WITHIN_ONE_PROCESS,
    SERVICE_TOKEN: serviceTokens.join(','),
  };
  const logger = createLogger({ service: 'local-stack', level: env['LOG_LEVEL'] ?? 'info' });
  const lifecycle = new Lifecycle(logger);
  try {
    const retrieval = createRetrievalService(loadRetrievalConfig({ ...env, RETRIEVAL_LISTEN: ANY_PORT }));
    await startAll({ retrieval }, lifecycle);
    const chosen = await chosenModel(env, retrieval.address, { ...options, logger });
    const others = {
      embedding: createEmbeddingService(
        loadEmbeddingConfig({ ...env, ...chosen, EMBEDDING_LISTEN: ANY_PORT }),
      ),
      reranker: createRerankerService(loadRerankerConfig({ ...env, ...chosen, RERANKER_LISTEN: ANY_PORT })),
      rights: createRightsService(loadRightsConfig({ ...env, RIGHTS_LISTEN: ANY_PORT })),
    };
    await startAll(others, lifecycle);
    const backends = { ...others, retrieval };
    const addresses: StackAddresses = {
      SERVICE_TOKEN: serviceTokens[0] ?? '',
      EMBEDDING_ADDRESS: backends.embedding.address,
      RETRIEVAL_ADDRESS: backends.retrieval.address,
      RERANKER_ADDRESS: backends.reranker.address,
      RIGHTS_ADDRESS: backends.rights.address,
    };
    const gateway = createGatewayService(
      loadGatewayConfig({ ...env, ...addresses, ...inProcess(addresses), ...gatewayAddresses }),
      { copyStores: (folder) => copyStores(dataDirFrom(env), folder), ...gatewayOverrides },
    );
    await startAll({ gateway }, lifecycle);
    return { gateway, backends, addresses, close: () => lifecycle.close() };
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
const WITHIN_ONE_PROCESS: Env = {
  METRICS_LISTEN: '',
  SERVICE_TLS_CERT_FILE: '',
  SERVICE_TLS_KEY_FILE: '',
  SERVICE_TLS_CA_FILE: '',
};

/** Other users of this machine can reach a loopback port too, so a stack without a token generates and keeps one. */
async function serviceTokensFor(env: Env): Promise<readonly string[]> {
  const given = loadServiceTokens(env);
  if (given.length > 0) return given;
  return [await keptSecret(keptServiceTokenPath(dataDirFrom(env)))];
}

function dataDirFrom(env: Env): string {
  return parseConfig(z.object({ DATA_DIR: dataDir }), env).DATA_DIR;
}

/**
 * The services with models ask the index for its model, and refuse to run another one. They do not ask where the operator names
 * a model, and where one filled the index that this version does not have.
 */
async function chosenModel(
  env: Env,
  retrievalAddress: string,
  { mayChangeModel = false, logger }: Pick<StackOptions, 'mayChangeModel'> & { logger: Logger },
): Promise<Env> {
  if (!mayChangeModel) return { RETRIEVAL_ADDRESS: retrievalAddress };
  const { settings } = loadEmbeddingConfig(env);
  const access = { serviceTokens: loadServiceTokens(env), tls: undefined, logger };
  const modelFingerprint = await askIndexedModel(retrievalAddress, access, new AbortController().signal);
  const manifest = await readHubManifest(settings.manifestPath);
  const indexed = modelOfFingerprint(modelFingerprint, manifest);
  const isFollowed = settings.profile === 'auto' && settings.textEncoder === 'auto';
  if (isFollowed && (indexed !== undefined || modelFingerprint === ''))
    return { RETRIEVAL_ADDRESS: retrievalAddress };
  const named = <Id extends string>(id: Id | 'auto', other: Id | undefined) =>
    id === 'auto' ? (other ?? id) : id;
  return {
    RETRIEVAL_ADDRESS: '',
    MODEL_PROFILE: named(settings.profile, indexed?.profile),
    TEXT_ENCODER: named(settings.textEncoder, indexed?.textEncoder),
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
