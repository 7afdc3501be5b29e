import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo, Server } from 'node:net';
import { afterAll, beforeAll } from '@jest/globals';

/** Opens a server on a port of this machine that the system chooses. */
export async function openOnLoopback(server: Server): Promise<{ port: number; url: string }> {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return { port, url: `http://127.0.0.1:${port}` };
}

/** An HTTP server of a suite's own. Connections that a test leaves open end with it. */
export function httpServerForAll(listener: RequestListener): { readonly port: number; readonly url: string } {
  const server = createServer(listener);
  let opened = { port: 0, url: '' };
  beforeAll(async () => {
    opened = await openOnLoopback(server);
  });
  afterAll(() => {
    server.closeAllConnections();
    server.close();
  });
  return {
    get port() {
      return opened.port;
    },
    get url() {
      return opened.url;
    },
  };
}
