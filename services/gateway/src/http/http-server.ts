import { randomBytes } from 'node:crypto';
import { createServer, type RequestListener, type Server, type ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import { rawErrorAnswer } from './raw-error-answer.js';

export interface ServerLimits {
  headersTimeoutMs: number;
  /** For the whole of a request, its body included. */
  requestTimeoutMs: number;
  keepAliveTimeoutMs: number;
  headersBytesMax: number;
  /** How often the timeouts of headers and requests are looked at. */
  checkingIntervalMs: number;
}

export const DEFAULT_LIMITS: ServerLimits = {
  headersTimeoutMs: 10_000,
  // A body of 8 MiB over a slow line.
  requestTimeoutMs: 60_000,
  // Above the idle timeout of common load balancers (60 s), so that they and not we close idle connections.
  keepAliveTimeoutMs: 65_000,
  headersBytesMax: 16 * 1024,
  checkingIntervalMs: 1_000,
};

/** Requests in flight may end when the server closes; within the 5 s that a part has to close. */
const GRACE_MS = 4_000;

export interface HttpServer {
  server: Server;
  /** Stops accepting, ends connections that only wait, lets requests in flight end, and after a grace cuts the rest. */
  close(graceMs?: number): Promise<void>;
}

/** An HTTP server whose own refusals, such as of headers that never end, have the shape of every error. */
export function createHttpServer(app: RequestListener, limits: ServerLimits = DEFAULT_LIMITS): HttpServer {
  const server = createServer({
    headersTimeout: limits.headersTimeoutMs,
    requestTimeout: limits.requestTimeoutMs,
    keepAliveTimeout: limits.keepAliveTimeoutMs,
    maxHeaderSize: limits.headersBytesMax,
    connectionsCheckingInterval: limits.checkingIntervalMs,
    // A request without a Host is refused by the application, in the shape of every error.
    requireHostHeader: false,
  });
  const connections = new Map<Duplex, Set<ServerResponse>>();

  server.on('connection', (socket) => {
    connections.set(socket, new Set());
    socket.once('close', () => connections.delete(socket));
  });
  // Before the application's own listener, which may answer at once.
  server.on('request', ({ socket }, response) => {
    const inFlight = connections.get(socket);
    inFlight?.add(response);
    response.once('close', () => {
      inFlight?.delete(response);
      if (!server.listening && inFlight?.size === 0) socket.end();
    });
  });
  server.on('request', app);
  // An expectation other than 100-continue may be passed over (RFC 9110, section 10.1.1).
  server.on('checkExpectation', app);
  server.on('clientError', (error: NodeJS.ErrnoException, socket) => {
    const begun = [...(connections.get(socket) ?? [])].some(({ headersSent }) => headersSent);
    if (error.code === 'ECONNRESET' || !socket.writable || begun) socket.destroy();
    else socket.end(rawErrorAnswer(error.code, `req_${randomBytes(12).toString('hex')}`));
  });

  return {
    server,
    async close(graceMs = GRACE_MS) {
      const closed = new Promise((resolve) => server.close(resolve));
      for (const [socket, inFlight] of connections) {
        if (inFlight.size === 0) socket.destroy();
        for (const response of inFlight) if (!response.headersSent) response.setHeader('Connection', 'close');
      }
      const cutOff = setTimeout(() => {
        for (const socket of connections.keys()) socket.destroy();
      }, graceMs);
      await closed;
      clearTimeout(cutOff);
    },
  };
}
