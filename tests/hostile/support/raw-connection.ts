import { once } from 'node:events';
import { connect, type Socket } from 'node:net';

/** One that two chunks share is missed; a status line is short and begins a chunk nearly always. */
const STATUS_LINE = /HTTP\/1\.1 (\d{3}) /g;

/** One TCP connection to the gateway that sends bytes as it likes, and counts what comes back. */
export class RawConnection {
  readonly socket: Socket;
  /** What has come back so far: counted, not kept, so that an attack needs little memory itself. */
  receivedBytes = 0;
  /** Of the answers, in their order. */
  readonly statuses: number[] = [];
  /** The gateway will send no more, or the connection is gone. */
  readonly ended: Promise<void>;

  private constructor(socket: Socket) {
    this.socket = socket;
    this.ended = new Promise((resolve) => {
      socket.once('end', () => resolve()).once('close', () => resolve());
    });
    // A reset is what a server under attack may do.
    socket.on('error', () => undefined);
    socket.on('data', (chunk: Buffer) => {
      this.receivedBytes += chunk.length;
      for (const [, status] of chunk.toString('latin1').matchAll(STATUS_LINE))
        this.statuses.push(Number(status));
    });
  }

  static async open(port: number): Promise<RawConnection> {
    const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true });
    const connection = new RawConnection(socket);
    await once(socket, 'connect');
    return connection;
  }

  send(bytes: string | Buffer): this {
    this.socket.write(bytes);
    return this;
  }

  /** Takes no more bytes until `resume`. */
  pause(): this {
    this.socket.pause();
    return this;
  }

  resume(): this {
    this.socket.resume();
    return this;
  }

  /** Says that nothing more will be sent, and goes on reading. */
  halfClose(): this {
    this.socket.end();
    return this;
  }

  /** Ends the connection with a reset. */
  reset(): this {
    this.socket.resetAndDestroy();
    return this;
  }

  close(): this {
    this.socket.destroy();
    return this;
  }
}

export interface RawRequest {
  method?: string;
  path: string;
  headers?: Record<string, string>;
  body?: string;
}

/** The bytes of one request of HTTP/1.1. */
export function rawRequest({ method = 'GET', path, headers = {}, body }: RawRequest): string {
  const all = {
    Host: 'localhost',
    ...(body !== undefined && {
      'Content-Type': 'application/json',
      'Content-Length': String(Buffer.byteLength(body)),
    }),
    ...headers,
  };
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}`);
  return `${method} ${path} HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n${body ?? ''}`;
}

/** The bytes of one search. */
export function rawSearch(key: string, body: unknown = { query: 'ball', k: 1 }): string {
  return rawRequest({
    method: 'POST',
    path: '/v1/search',
    headers: { 'X-API-Key': key },
    body: JSON.stringify(body),
  });
}

/** The bytes of one message to `/mcp`. */
export function rawMessage(key: string, method: string, params: object): string {
  return rawRequest({
    method: 'POST',
    path: '/mcp',
    headers: { 'X-API-Key': key, Accept: 'application/json, text/event-stream' },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
  });
}
