import { randomBytes } from 'node:crypto';
import { createServer, type RequestListener, type Server, STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';
import type { ErrorCode } from '@imagesearch/service-kit/errors';
import { Connection } from './connection.js';
import { ERRORS, type ErrorBody } from './errors.js';

export interface ServerLimits {
  headersTimeoutMs: number;
  requestTimeoutMs: number;
  keepAliveTimeoutMs: number;
  /** How long a client may read nothing of its answer; a stalled client may hold a file open. */
  writeStallTimeoutMs: number;
  headersBytesMax: number;
  connectionsMax: number;
  /** Pipelined requests that wait on one connection. */
  waitingMax: number;
  /** How often timeouts are checked, except the one of idle connections. */
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
  waitingMax: 32,
  checkingIntervalMs: 1_000,
};

export type CutReason = 'connections_max' | 'stalled' | 'pipeline_full';

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
  const connections = new Map<Duplex, Connection>();
  const cut = (connection: Connection, reason: CutReason): void => {
    connection.destroy();
    onCut(reason);
  };

  server.on('connection', (socket) => {
    connections.set(socket, new Connection(socket));
    socket.once('close', () => connections.delete(socket));
  });
  server.on('drop', () => onCut('connections_max'));
  let isEnding = false;
  const take: RequestListener = (request, response) => {
    if (isEnding) response.setHeader('Connection', 'close');
    const connection = connections.get(request.socket);
    if (connection?.take({ request, response, app }, limits.waitingMax) === false)
      cut(connection, 'pipeline_full');
  };
  server.on('request', take);
  // A server may ignore an expectation other than 100-continue (RFC 9110, section 10.1.1).
  server.on('checkExpectation', take);
  server.on('clientError', (error: NodeJS.ErrnoException, socket) => {
    const connection = connections.get(socket);
    if (error.code === 'ECONNRESET' || !socket.writable || !connection) socket.destroy();
    else connection.refuse(rawErrorAnswer(error.code, `req_${randomBytes(12).toString('hex')}`));
  });

  const checking = setInterval(() => {
    const now = performance.now();
    for (const connection of connections.values())
      if (connection.isStalled(now, limits.writeStallTimeoutMs)) cut(connection, 'stalled');
  }, limits.checkingIntervalMs).unref();
  server.once('close', () => clearInterval(checking));

  return {
    server,
    endConnections: () => {
      isEnding = true;
    },
    close: (graceMs) => drain(server, connections, graceMs),
  };
}

async function drain(
  server: Server,
  connections: ReadonlyMap<Duplex, Connection>,
  graceMs: number,
): Promise<void> {
  const closed = new Promise((resolve) => server.close(resolve));
  for (const connection of connections.values()) connection.drain();
  const cutOff = setTimeout(() => {
    for (const connection of connections.values()) connection.destroy();
  }, graceMs);
  await closed;
  clearTimeout(cutOff);
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
  server.maxConnections = limits.connectionsMax;
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
