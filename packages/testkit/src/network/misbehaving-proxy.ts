import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

/** What happens to the first request of an Idempotency-Key; later ones pass. */
export type Misbehaviour =
  | 'pass'
  /** The service answers; the client's connection ends instead. */
  | 'lose-answer'
  /** The client's connection ends as soon as the service has the request; the service goes on. */
  | 'cut-after-send'
  /** Like `cut-after-send`, and the service's connection ends too. */
  | 'cut-both'
  /** The service never sees the request; the client reads 503. */
  | 'busy'
  /** The service answers, and the client reads 503 instead. */
  | 'busy-after-answer'
  /** The service never sees the request; the client reads 429 with `Retry-After: 1`. */
  | 'limited'
  /** The client reads half of the answer. */
  | 'truncate'
  /** The service answers; its first byte reaches nobody. */
  | 'slow-first-byte';

/** A proxy in front of a gateway that misbehaves as the first part of the path says: `/busy/v1/search`. */
export class MisbehavingProxy {
  readonly #target: string;
  readonly #server: Server;
  readonly #seen = new Set<string>();
  /** Searches that the gateway was sent. */
  forwarded = 0;

  constructor(target: string) {
    this.#target = target;
    this.#server = createServer((request, response) => {
      this.#take(request, response).catch(() => response.destroy());
    });
  }

  async open(): Promise<string> {
    this.#server.listen(0, '127.0.0.1');
    await once(this.#server, 'listening');
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections();
    this.#server.close();
    await once(this.#server, 'close');
  }

  async #take(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const [, first = '', path = ''] = /^\/([^/]+)(\/.*)$/.exec(request.url ?? '') ?? [];
    const body = await read(request);
    const key = request.headers['idempotency-key'];
    const isFirst = typeof key === 'string' && !this.#seen.has(key);
    if (isFirst) this.#seen.add(key);
    const forward = (signal?: AbortSignal): Promise<Response> => {
      this.forwarded += 1;
      return fetch(this.#target + path, {
        method: request.method ?? 'GET',
        headers: passedHeaders(request),
        ...(body.length > 0 && { body }),
        ...(signal && { signal }),
        redirect: 'manual',
      });
    };
    await misbehave(isFirst ? (first as Misbehaviour) : 'pass', forward, response);
  }
}

type Forward = (signal?: AbortSignal) => Promise<Response>;
/** Long enough that the gateway has begun the search, short enough that it has not ended it. */
const UNDER_WAY_MS = 5;

async function misbehave(how: Misbehaviour, forward: Forward, response: ServerResponse): Promise<void> {
  switch (how) {
    case 'pass':
      await relay(await forward(), response);
      return;
    case 'cut-after-send': {
      const answer = forward();
      await sleep(UNDER_WAY_MS);
      response.destroy();
      await answer;
      return;
    }
    case 'cut-both': {
      const cut = new AbortController();
      const answer = forward(cut.signal);
      await sleep(UNDER_WAY_MS);
      cut.abort();
      response.destroy();
      await answer;
      return;
    }
    case 'busy':
      refuse(response, 503, 'overloaded');
      return;
    case 'limited':
      refuse(response, 429, 'rate_limited');
      return;
    default:
      await spoil(how, await forward(), response);
  }
}

async function spoil(
  how: 'lose-answer' | 'busy-after-answer' | 'truncate' | 'slow-first-byte',
  answer: Response,
  response: ServerResponse,
): Promise<void> {
  const bytes = Buffer.from(await answer.arrayBuffer());
  // The client gives up by itself.
  if (how === 'slow-first-byte') return;
  if (how === 'busy-after-answer') refuse(response, 503, 'overloaded');
  else if (how === 'lose-answer') response.destroy();
  else {
    response.writeHead(answer.status, { 'Content-Type': 'application/json', 'Content-Length': bytes.length });
    response.write(bytes.subarray(0, bytes.length / 2), () => response.destroy());
  }
}

async function relay(answer: Response, response: ServerResponse): Promise<void> {
  const bytes = Buffer.from(await answer.arrayBuffer());
  for (const [name, value] of answer.headers)
    if (!/^(?:connection|transfer-encoding|content-encoding|content-length|keep-alive)$/.test(name))
      response.setHeader(name, value);
  response.writeHead(answer.status).end(bytes);
}

function refuse(response: ServerResponse, status: number, type: string): void {
  const detail = [{ loc: [], msg: 'A part of the test refuses this request.', type, input: null, ctx: {} }];
  response
    .writeHead(status, { 'Content-Type': 'application/json', 'Retry-After': status === 429 ? '1' : '0' })
    .end(JSON.stringify({ detail, request_id: 'req_proxy' }));
}

function passedHeaders(request: IncomingMessage): Record<string, string> {
  const passed = ['x-api-key', 'content-type', 'idempotency-key', 'accept'];
  return Object.fromEntries(
    passed.flatMap((name) => {
      const value = request.headers[name];
      return typeof value === 'string' ? [[name, value]] : [];
    }),
  );
}

async function read(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}
