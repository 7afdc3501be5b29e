import { isIPv6, type AddressInfo } from 'node:net';
import type { Server } from 'node:http';
import { once } from 'node:events';
import { Lifecycle } from '@imagesearch/service-kit/process/lifecycle';
import { createLogger } from '@imagesearch/service-kit/logging';
import type { Service } from '@imagesearch/service-kit/process/run-main';
import { startTracing } from '@imagesearch/service-kit/telemetry/tracing';
import type { GatewayConfig } from './config.js';
import { openContext, type GatewayContext, type GatewayOverrides } from './context.js';
import { announceOperatorPort } from './accounts/operator/running-gateway.js';
import { createApp } from './http/app.js';
import { createOpsApp } from './health/ops-app.js';
import { createHttpServer } from './http/http-server.js';
import type { AccountStore } from './accounts/account-store.js';
import type { ApiKeyStore } from './keys/api-key-store.js';

/** Reserved for the operator's probes and scrapes, so that callers cannot use them up. */
const OPS_CONNECTIONS_MAX = 100;

/** Probes and scrapes are short. */
const OPS_GRACE_MS = 1_000;
/** Time for a part to end after its own limit. */
const CLOSE_MARGIN_MS = 2_000;

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
      started = await serve(config, await openContext(config, logger, lifecycle, overrides), lifecycle);
      logger.info({ baseUrl: started.baseUrl, opsUrl: started.opsUrl }, 'listening');
    },
    close: () => lifecycle.close(),
    baseUrl: () => afterStart().baseUrl,
    opsUrl: () => afterStart().opsUrl,
    accounts: () => afterStart().accounts,
    keys: () => afterStart().keys,
  };
}

interface Serving {
  baseUrl: string;
  opsUrl: string;
  accounts: AccountStore;
  keys: ApiKeyStore;
}

/** Listens on both ports; the lifecycle drains and closes them. */
async function serve(config: GatewayConfig, context: GatewayContext, lifecycle: Lifecycle): Promise<Serving> {
  const limits = config.http;
  const onCut = context.events.connectionCut;
  const ops = createHttpServer(createOpsApp(context), {
    limits: { ...limits, connectionsMax: OPS_CONNECTIONS_MAX },
    onCut,
  });
  const opsUrl = `http://${hostNameOf(config.opsHost)}:${await listen(ops.server, config.opsHost, config.opsPort)}`;
  lifecycle.onClose('ops', () => ops.close(OPS_GRACE_MS));
  const http = createHttpServer(createApp(context), { limits, onCut });
  const port = await listen(http.server, config.host, config.port);
  const { delayMs, timeoutMs } = config.drain;
  lifecycle.onClose('http', () => http.close(timeoutMs), timeoutMs + CLOSE_MARGIN_MS);
  lifecycle.onClose(
    'traffic',
    async () => {
      http.endConnections();
      await context.traffic.turnAway(delayMs);
    },
    delayMs + CLOSE_MARGIN_MS,
  );
  context.loopback.url = `http://${hostNameOf(config.host)}:${port}`;
  context.addresses.baseUrl ||= context.loopback.url;
  if (config.databaseUrl === undefined)
    lifecycle.onClose('operator port', await announceOperatorPort(config.dataDir, opsUrl));
  return { baseUrl: context.addresses.baseUrl, opsUrl, accounts: context.accounts, keys: context.apiKeys };
}

/** A host name that reaches the address that the server listens on. */
function hostNameOf(host: string): string {
  if (host === '0.0.0.0' || host === '::') return 'localhost';
  return isIPv6(host) ? `[${host}]` : host;
}

/** @returns the port. */
async function listen(server: Server, host: string, port: number): Promise<number> {
  server.listen(port, host);
  await once(server, 'listening');
  return (server.address() as AddressInfo).port;
}
