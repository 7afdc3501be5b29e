import type { AddressInfo } from 'node:net';
import { createServer, type Server } from 'node:http';
import { once } from 'node:events';
import { Lifecycle } from '@imagesearch/service-kit/lifecycle';
import { createLogger } from '@imagesearch/service-kit/logging';
import type { Service } from '@imagesearch/service-kit/run-main';
import type { GatewayConfig } from './config.js';
import { openContext, type GatewayOverrides } from './context.js';
import { createApp } from './http/app.js';
import { createOpsApp } from './http/ops-app.js';
import type { AccountStore } from './store/accounts.js';

/** Above the idle timeout of common load balancers (60 s), so that they and not we close idle connections. */
const KEEP_ALIVE_TIMEOUT_MS = 65_000;
const HEADERS_TIMEOUT_MS = 10_000;
/** A body of 8 MiB over a slow line. */
const REQUEST_TIMEOUT_MS = 60_000;

export interface GatewayService extends Service {
  /** Where clients reach it; known after `start`. */
  baseUrl(): string;
  /** For the operator, who makes accounts and keys; known after `start`. */
  accounts(): AccountStore;
}

/** The gateway: the public HTTP contract over the other four services. */
export function createGatewayService(
  config: GatewayConfig,
  overrides: GatewayOverrides = {},
): GatewayService {
  const logger = createLogger({ service: 'gateway', level: config.logLevel });
  const lifecycle = new Lifecycle(logger);
  let started: { baseUrl: string; accounts: AccountStore } | undefined;
  const afterStart = () => {
    if (!started) throw new Error('the gateway has not started');
    return started;
  };

  return {
    async start() {
      const context = await openContext(config, logger, lifecycle, overrides);
      const ops = await listen(createServer(createOpsApp(context)), config.host, config.opsPort);
      lifecycle.onClose('ops', () => closeServer(ops.server));
      const { server, port } = await listen(publicServer(createApp(context)), config.host, config.port);
      lifecycle.onClose('http', () => closeServer(server));
      context.addresses.baseUrl ||= `http://${config.host === '0.0.0.0' ? 'localhost' : config.host}:${port}`;
      started = { baseUrl: context.addresses.baseUrl, accounts: context.accounts };
      logger.info({ baseUrl: started.baseUrl, opsPort: ops.port }, 'listening');
    },
    close: () => lifecycle.close(),
    baseUrl: () => afterStart().baseUrl,
    accounts: () => afterStart().accounts,
  };
}

function publicServer(app: ReturnType<typeof createApp>): Server {
  return createServer(
    {
      keepAliveTimeout: KEEP_ALIVE_TIMEOUT_MS,
      headersTimeout: HEADERS_TIMEOUT_MS,
      requestTimeout: REQUEST_TIMEOUT_MS,
    },
    app,
  );
}

async function listen(server: Server, host: string, port: number): Promise<{ server: Server; port: number }> {
  server.listen(port, host);
  await once(server, 'listening');
  return { server, port: (server.address() as AddressInfo).port };
}

/** Stops accepting, lets requests in flight finish, and ends connections that only wait. */
function closeServer(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve());
    server.closeIdleConnections();
  });
}
