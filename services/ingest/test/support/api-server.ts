import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import {
  openCollection,
  type ApiOptions,
  type Asked,
  type NetworkCollection,
  type NetworkOptions,
} from '../../src/sources/network.js';
import type { Source } from '../../src/sources/source.js';
import { openOnLoopback } from '@imagesearch/testkit/network/loopback';

/** One answer: a JSON body, or a status with headers. */
export interface ApiAnswer {
  status?: number;
  headers?: Record<string, string>;
  body?: unknown;
}

export interface ApiRequest {
  path: string;
  query: Record<string, string>;
  headers: Record<string, string | string[] | undefined>;
  /** When it came, Unix milliseconds. */
  at: number;
}

/** A source's API as a test scripts it, on a port of this machine. */
export class ApiServer {
  readonly requests: ApiRequest[] = [];
  url = '';
  readonly #server: Server;

  private constructor(server: Server) {
    this.#server = server;
  }

  static async start(answer: (request: ApiRequest, at: number) => ApiAnswer): Promise<ApiServer> {
    const server = createServer();
    const api = new ApiServer(server);
    server.on('request', (request, response) => {
      const url = new URL(request.url ?? '/', 'http://api');
      const query = Object.fromEntries(url.searchParams);
      const asked = { path: url.pathname, query, headers: request.headers, at: Date.now() };
      api.requests.push(asked);
      const { status = 200, headers = {}, body = {} } = answer(asked, api.requests.length - 1);
      response.writeHead(status, { 'Content-Type': 'application/json', ...headers });
      response.end(JSON.stringify(body));
    });
    ({ url: api.url } = await openOnLoopback(server));
    return api;
  }

  async stop(): Promise<void> {
    this.#server.closeAllConnections();
    this.#server.close();
    await once(this.#server, 'close');
  }
}

/** What every API is asked with in a test: no pauses worth waiting for. */
export const connection = (api: ApiServer): ApiOptions => ({
  baseUrl: api.url,
  contact: 'ops@example.org',
  signal: new AbortController().signal,
  rate: { requests: 1_000, intervalMs: 1_000 },
  backoffMs: 5,
});

export function openAt(
  api: ApiServer,
  collection: NetworkCollection,
  asked: Asked,
  more: Partial<NetworkOptions> = {},
): Source {
  const { baseUrl, rate, ...options } = connection(api);
  return openCollection(collection, asked, { api: { baseUrl, rate }, ...options, ...more });
}
