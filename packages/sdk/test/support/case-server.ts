import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { errorExample, exampleOf, type CaseAnswer, type Exchange } from './cases.js';

export interface Arrived {
  method: string;
  path: string;
  headers: IncomingMessage['headers'];
  body: unknown;
}

/** A server on loopback that answers as a case says, and records what arrives. */
export class CaseServer {
  readonly arrived: Arrived[] = [];
  readonly #exchanges: readonly Exchange[];
  readonly #server: Server;

  constructor(exchanges: readonly Exchange[]) {
    this.#exchanges = exchanges;
    this.#server = createServer((request, response) => void this.#take(request, response));
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
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const text = Buffer.concat(chunks).toString();
    const exchange = this.#exchanges[this.arrived.length];
    this.arrived.push({
      method: request.method ?? '',
      path: request.url ?? '',
      headers: request.headers,
      body: text === '' ? undefined : JSON.parse(text),
    });
    answer(response, exchange?.answer ?? { status: 500, body_text: 'no case expects this request' });
  }
}

function answer(response: ServerResponse, given: CaseAnswer): void {
  if (given.fault === 'stalled') return;
  if (given.fault === 'cut') {
    response.destroy();
    return;
  }
  const bytes = Buffer.from(textOf(given));
  response.writeHead(given.status ?? 200, {
    'Content-Type': 'application/json; charset=utf-8',
    'Content-Length': bytes.byteLength,
    ...given.headers,
  });
  if (given.fault === undefined) response.end(bytes);
  else response.write(bytes.subarray(0, bytes.byteLength / 2), () => response.destroy());
}

function textOf({ status = 200, example, error, ctx, body, body_text: text }: CaseAnswer): string {
  if (text !== undefined) return text;
  if (example !== undefined) return JSON.stringify(exampleOf(example));
  if (error === undefined) return JSON.stringify(body);
  const { detail, ...rest } = errorExample(status, error);
  return JSON.stringify({ ...rest, detail: detail.map((fault) => ({ ...fault, ...(ctx && { ctx }) })) });
}
