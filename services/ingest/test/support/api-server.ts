import {
  openCollection,
  type ApiOptions,
  type NetworkQuery,
  type NetworkCollection,
  type NetworkOptions,
} from '../../src/sources/network.js';
import type { Source } from '../../src/sources/source.js';
import { httpServerForAll } from '@imagesearch/testkit/network/loopback';

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

type Answer = (request: ApiRequest, at: number) => ApiAnswer;

/** A source's API as each test of a suite scripts it. */
export function apiForAll() {
  let answer: Answer = () => ({ status: 404 });
  const requests: ApiRequest[] = [];
  const server = httpServerForAll((request, response) => {
    const url = new URL(request.url ?? '/', 'http://api');
    const query = Object.fromEntries(url.searchParams);
    const asked = { path: url.pathname, query, headers: request.headers, at: Date.now() };
    requests.push(asked);
    const { status = 200, headers = {}, body = {} } = answer(asked, requests.length - 1);
    response.writeHead(status, { 'Content-Type': 'application/json', ...headers });
    response.end(JSON.stringify(body));
  });
  return {
    get url() {
      return server.url;
    },
    /** Those since the present script. */
    requests,
    follow: (next: Answer) => {
      answer = next;
      requests.length = 0;
    },
  };
}

type ScriptedApi = ReturnType<typeof apiForAll>;

/** What every API is asked with in a test: no pauses worth waiting for. */
export const connection = (api: ScriptedApi): ApiOptions => ({
  baseUrl: api.url,
  contact: 'ops@example.org',
  signal: new AbortController().signal,
  rate: { requests: 1_000, intervalMs: 1_000 },
  firstPauseMs: 5,
});

export function openAt(
  api: ScriptedApi,
  collection: NetworkCollection,
  asked: NetworkQuery,
  more: Partial<NetworkOptions> = {},
): Source {
  const { baseUrl, rate, ...options } = connection(api);
  return openCollection(collection, asked, { api: { baseUrl, rate }, ...options, ...more });
}
