import { once } from 'node:events';
import type { Server } from 'node:http';
import { isIPv6, type AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Lifecycle } from '@imagesearch/service-kit/process/lifecycle';
import { announceOperatorPort } from './accounts/operator-port.js';
import type { OperatorStores } from './accounts/commands.js';
import { createApp, type AppParts } from './app.js';
import { createHttpServer } from './http/server.js';
import { createOpsApp, type OpsParts } from './ops-app.js';

/** Reserved for the operator's probes and scrapes, so that callers cannot use them up. */
const OPS_CONNECTIONS_MAX = 100;
/** Probes and scrapes are short. */
const OPS_GRACE_MS = 1_000;
/** Time for a part to end after its own limit. */
const CLOSE_MARGIN_MS = 2_000;

/** Both are set once the port is known. */
export interface Addresses {
  /** Of addresses in answers. */
  baseUrl: string;
  /** Where this gateway itself answers. */
  localUrl: string;
}

export interface Served {
  app: AppParts;
  ops: Omit<OpsParts, 'isWanted'>;
  addresses: Addresses;
}

export type Serving = Pick<OperatorStores, 'accounts' | 'keys'> & { baseUrl: string; opsUrl: string };

/** Listens on both ports; the lifecycle drains and closes them. */
export async function serve(
  { app, ops: opsParts, addresses }: Served,
  lifecycle: Lifecycle,
): Promise<Serving> {
  const { config, events } = app;
  const limits = config.http;
  const onCut = events.connectionCut;
  let isWanted = true;
  const ops = createHttpServer(createOpsApp({ ...opsParts, isWanted: () => isWanted }), {
    limits: { ...limits, connectionsMax: OPS_CONNECTIONS_MAX },
    onCut,
  });
  const opsUrl = `http://${hostNameOf(config.opsHost)}:${await listen(ops.server, config.opsHost, config.opsPort)}`;
  lifecycle.onClose('ops', () => ops.close(OPS_GRACE_MS));
  const http = createHttpServer(createApp(app), { limits, onCut });
  const port = await listen(http.server, config.host, config.port);
  const { delayMs, timeoutMs } = config.drain;
  lifecycle.onClose('http', () => http.close(timeoutMs), timeoutMs + CLOSE_MARGIN_MS);
  lifecycle.onClose(
    'traffic',
    async () => {
      http.endConnections();
      isWanted = false;
      // Load balancers have this long to notice that they should send no more.
      if (delayMs > 0) await sleep(delayMs);
    },
    delayMs + CLOSE_MARGIN_MS,
  );
  addresses.localUrl = `http://${hostNameOf(config.host)}:${port}`;
  addresses.baseUrl ||= addresses.localUrl;
  if (config.databaseUrl === undefined)
    lifecycle.onClose('operator port', await announceOperatorPort(config.dataDir, opsUrl));
  const { accounts, keys } = opsParts.stores;
  return { baseUrl: addresses.baseUrl, opsUrl, accounts, keys };
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
