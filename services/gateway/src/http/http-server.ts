import { randomBytes } from 'node:crypto';
import { createServer, type RequestListener, type Server } from 'node:http';
import type { Duplex } from 'node:stream';
import { Connection } from './connection.js';
import { rawErrorAnswer } from './raw-error-answer.js';

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

export interface HttpServerOptions {
  limits?: Partial<ServerLimits>;
  onCut?: (reason: CutReason) => void;
}

/** How long requests in flight may run after `close`; a part of the service has 5 s to close. */
const GRACE_MS = 4_000;

export interface HttpServer {
  server: Server;
  /** Stops accepting, ends idle connections, waits for requests in flight, and destroys the rest after `graceMs`. */
  close(graceMs?: number): Promise<void>;
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
  const take: RequestListener = (request, response) => {
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
    async close(graceMs = GRACE_MS) {
      const closed = new Promise((resolve) => server.close(resolve));
      for (const connection of connections.values()) connection.drain();
      const cutOff = setTimeout(() => {
        for (const connection of connections.values()) connection.destroy();
      }, graceMs);
      await closed;
      clearTimeout(cutOff);
    },
  };
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
