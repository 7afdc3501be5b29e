import { randomBytes } from 'node:crypto';
import {
  createServer,
  type IncomingMessage,
  type RequestListener,
  type Server,
  type ServerResponse,
  STATUS_CODES,
} from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import type { ErrorCode } from '@imagesearch/service-kit/errors';
import { ERRORS, type ErrorBody } from './errors.js';

export interface ServerLimits {
  headersTimeoutMs: number;
  requestTimeoutMs: number;
  keepAliveTimeoutMs: number;
  /** How long a client may read nothing of its answer; a stalled client may hold a file open. */
  writeStallTimeoutMs: number;
  headersBytesMax: number;
  /** One address holds at most half of them. */
  connectionsMax: number;
  /** How often the timeouts of headers and requests are checked. */
  checkingIntervalMs: number;
}

export const DEFAULT_LIMITS: ServerLimits = {
  headersTimeoutMs: 10_000,
  // Enough for a body of 8 MiB over a slow connection.
  requestTimeoutMs: 60_000,
  // Above the idle timeout of common load balancers (60 s), so that the load balancer closes idle connections.
  keepAliveTimeoutMs: 65_000,
  writeStallTimeoutMs: 30_000,
  headersBytesMax: 16 * 1024,
  connectionsMax: 4_000,
  checkingIntervalMs: 1_000,
};

export type CutReason = 'connections_max' | 'stalled' | 'pipelined';

interface HttpServerOptions {
  limits?: Partial<ServerLimits>;
  onCut?: (reason: CutReason) => void;
}

export interface HttpServer {
  server: Server;
  /** From now on every connection ends with its next answer; its client connects again, to another gateway if there is one. */
  endConnections(): void;
  /** Stops accepting, ends idle connections, waits for requests in flight, and destroys the rest after `graceMs`. */
  close(graceMs: number): Promise<void>;
}

/** Its own errors, such as oversized headers, have the usual shape. It ends stalled connections. */
export function createHttpServer(
  app: RequestListener,
  { limits: given = {}, onCut = () => undefined }: HttpServerOptions = {},
): HttpServer {
  const limits = { ...DEFAULT_LIMITS, ...given };
  const server = openServer(limits);
  const connections = new Connections(app, { connectionsMax: limits.connectionsMax, onCut });
  const take = connections.take.bind(connections);
  server.on('connection', (socket) => connections.open(socket));
  server.on('request', take);
  // A server may ignore an expectation other than 100-continue (RFC 9110, section 10.1.1).
  server.on('checkExpectation', take);
  server.on('clientError', (error: NodeJS.ErrnoException, socket) => {
    if (error.code === 'ECONNRESET' || !socket.writable) socket.destroy();
    else connections.refuse(socket, error.code);
  });
  server.on('timeout', (socket: Socket) => connections.endIdle(socket));
  return {
    server,
    endConnections: () => {
      connections.isEnding = true;
    },
    async close(graceMs) {
      const closed = new Promise((resolve) => server.close(resolve));
      connections.drain();
      const cutOff = setTimeout(() => server.closeAllConnections(), graceMs);
      await closed;
      clearTimeout(cutOff);
    },
  };
}

/** The last request of a connection. */
interface Exchange {
  request: IncomingMessage;
  response: ServerResponse;
  /** Begins after this one. A client may have all bytes of an answer before the answer ends. */
  next?: Exchange;
  /** Bytes that had left the connection when nothing moved for a while. */
  sentBytes?: number;
}

interface ConnectionsOptions {
  connectionsMax: number;
  onCut: (reason: CutReason) => void;
}

/** Open connections, each with one request under way and one that waits. More of them, which hardly any client sends, end it. */
class Connections {
  readonly #app: RequestListener;
  readonly #max: number;
  readonly #onCut: (reason: CutReason) => void;
  /** The longest idle one first. */
  readonly #last = new Map<Duplex, Exchange | undefined>();
  readonly #addresses = new Map<Duplex, string>();
  /** Connections of each address. */
  readonly #counts = new Map<string, number>();
  /** Whether connections end with their next answer. */
  isEnding = false;

  constructor(app: RequestListener, { connectionsMax, onCut }: ConnectionsOptions) {
    this.#app = app;
    this.#max = connectionsMax;
    this.#onCut = onCut;
  }

  /** Where there are too many, the longest idle one ends in favour of the new one; without an idle one, the new one ends. */
  open(socket: Socket): void {
    const { remoteAddress: address = '' } = socket;
    const isFull = this.#last.size >= this.#max;
    const isGreedy = this.#countOf(address) >= Math.ceil(this.#max / 2);
    if (isFull || isGreedy) {
      this.#onCut('connections_max');
      const idle = this.#longestIdle(isGreedy ? address : undefined);
      (idle ?? socket).destroy();
      if (idle === undefined) return;
      this.#forget(idle);
    }
    this.#last.set(socket, undefined);
    this.#addresses.set(socket, address);
    this.#counts.set(address, this.#countOf(address) + 1);
    socket.once('close', () => this.#forget(socket));
  }

  #countOf(address: string): number {
    return this.#counts.get(address) ?? 0;
  }

  #longestIdle(address: string | undefined): Duplex | undefined {
    for (const [socket, last] of this.#last) {
      const isOfAddress = address === undefined || this.#addresses.get(socket) === address;
      if (isOfAddress && !isUnderWay(last)) return socket;
    }
    return undefined;
  }

  #forget(socket: Duplex): void {
    const address = this.#addresses.get(socket);
    if (address === undefined) return;
    this.#last.delete(socket);
    this.#addresses.delete(socket);
    const count = this.#countOf(address) - 1;
    if (count === 0) this.#counts.delete(address);
    else this.#counts.set(address, count);
  }

  take(request: IncomingMessage, response: ServerResponse): void {
    const { socket } = request;
    const last = this.#last.get(socket);
    if (!isUnderWay(last)) this.#begin(socket, { request, response });
    else if (last.next === undefined) last.next = { request, response };
    else {
      if (!socket.destroyed) this.#onCut('pipelined');
      socket.destroy();
    }
  }

  #begin(socket: Duplex, exchange: Exchange): void {
    const { request, response } = exchange;
    this.#last.set(socket, exchange);
    if (this.isEnding) response.setHeader('Connection', 'close');
    response.once('close', () => {
      if (this.isEnding) socket.end();
      else if (exchange.next && socket.writable) this.#begin(socket, exchange.next);
      else if (this.#last.delete(socket)) this.#last.set(socket, exchange);
    });
    this.#app(request, response);
  }

  /** Answers what is no readable request, where the client can tell that answer from another one. */
  refuse(socket: Duplex, fault: string | undefined): void {
    const { request, response } = this.#last.get(socket) ?? {};
    const isAnswerable = request?.complete === true ? response?.closed : response?.headersSent !== true;
    if (isAnswerable === true) socket.end(rawErrorAnswer(fault, `req_${randomBytes(12).toString('hex')}`));
    else socket.destroy();
  }

  /**
   * Called when nothing moved on a connection for a while. One without a request ends; a first request has limits of its own. An
   * answer is stalled if it moves no byte from one call to the next: the first silence may have begun before it.
   */
  endIdle(socket: Socket): void {
    const last = this.#last.get(socket);
    if (last === undefined && socket.writable) return;
    if (isUnderWay(last)) {
      const sentBytes = socket.bytesWritten - socket.writableLength;
      const isStalled = last.response.headersSent && last.sentBytes === sentBytes;
      if (!isStalled) {
        if (last.response.headersSent) last.sentBytes = sentBytes;
        socket.setTimeout(socket.timeout ?? 0);
        return;
      }
      this.#onCut('stalled');
    }
    socket.destroy();
  }

  /** Ends each connection after the answer under way, or at once. */
  drain(): void {
    this.isEnding = true;
    for (const [socket, last] of this.#last) {
      if (!isUnderWay(last)) socket.destroy();
      else if (!last.response.headersSent) last.response.setHeader('Connection', 'close');
    }
  }
}

function isUnderWay(exchange: Exchange | undefined): exchange is Exchange {
  return exchange?.response.closed === false;
}

function openServer(limits: ServerLimits): Server {
  const server = createServer({
    headersTimeout: limits.headersTimeoutMs,
    requestTimeout: limits.requestTimeoutMs,
    keepAliveTimeout: limits.keepAliveTimeoutMs,
    maxHeaderSize: limits.headersBytesMax,
    connectionsCheckingInterval: limits.checkingIntervalMs,
    // The application refuses a request without a Host, with an error in the usual shape.
    requireHostHeader: false,
  });
  // A stall is noticed when nothing moves twice.
  server.timeout = limits.writeStallTimeoutMs / 2;
  return server;
}

/** Error codes of Node for data that is not a readable request. */
const CODE_OF_FAULT: Readonly<Record<string, ErrorCode>> = {
  HPE_HEADER_OVERFLOW: 'headers_too_large',
  HPE_CHUNK_EXTENSIONS_OVERFLOW: 'body_too_large',
  ERR_HTTP_REQUEST_TIMEOUT: 'request_timeout',
};

/** A complete HTTP answer for a connection without a readable request. */
function rawErrorAnswer(fault: string | undefined, requestId: string): string {
  const code = CODE_OF_FAULT[fault ?? ''] ?? 'request_malformed';
  const { status, meaning, loc = [] } = ERRORS[code];
  const body: ErrorBody = {
    detail: [{ loc: [...loc], msg: meaning, type: code, input: null, ctx: {} }],
    request_id: requestId,
  };
  const text = JSON.stringify(body);
  return [
    `HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}`,
    'Content-Type: application/json; charset=utf-8',
    `Content-Length: ${Buffer.byteLength(text)}`,
    `X-Request-Id: ${requestId}`,
    'X-Content-Type-Options: nosniff',
    'Connection: close',
    '',
    text,
  ].join('\r\n');
}
