import { once } from 'node:events';
import type { AddressInfo, Server, Socket } from 'node:net';
import { createServer, type TLSSocket } from 'node:tls';
import type { Identity } from './certificates.js';

/** Answers one request, byte by byte as it likes; the socket is the server's to close or to leave open. */
export type Script = (socket: TLSSocket, request: ReceivedRequest) => void;

export interface ReceivedRequest {
  path: string;
  /** Names in lower case. */
  headers: Record<string, string>;
}

/** A TLS server on loopback that knows no HTTP of its own, so that a test can break every rule of it. */
export class ScriptedHttpsServer {
  readonly requests: ReceivedRequest[] = [];
  connections = 0;
  readonly #server: Server;
  readonly #sockets = new Set<Socket>();
  #script: Script;

  private constructor(server: Server, script: Script) {
    this.#server = server;
    this.#script = script;
  }

  static async start(
    identity: Identity,
    { host = '127.0.0.1', port = 0, script = hangUp }: { host?: string; port?: number; script?: Script } = {},
  ): Promise<ScriptedHttpsServer> {
    const server = createServer(identity);
    const running = new ScriptedHttpsServer(server, script);
    server.on('connection', (socket: Socket) => running.#keep(socket));
    server.on('secureConnection', (socket: TLSSocket) => running.#serve(socket));
    server.on('tlsClientError', () => undefined);
    server.listen(port, host);
    await once(server, 'listening');
    return running;
  }

  get port(): number {
    return (this.#server.address() as AddressInfo).port;
  }

  get openConnections(): number {
    return this.#sockets.size;
  }

  /** What the server does from now on. */
  follow(script: Script): void {
    this.#script = script;
    this.requests.length = 0;
    this.connections = 0;
  }

  /** Ends what is still open, so that one test's connection is not counted against the next. */
  dropConnections(): void {
    for (const socket of this.#sockets) socket.destroy();
    this.#sockets.clear();
  }

  async stop(): Promise<void> {
    const closed = new Promise((resolve) => this.#server.close(resolve));
    this.dropConnections();
    await closed;
  }

  #keep(socket: Socket): void {
    this.connections += 1;
    this.#sockets.add(socket);
    socket.on('error', () => undefined);
    socket.on('close', () => this.#sockets.delete(socket));
  }

  #serve(socket: TLSSocket): void {
    let head = '';
    socket.on('error', () => undefined);
    socket.on('data', (chunk: Buffer) => {
      const before = head;
      head += chunk.toString('latin1');
      if (before.includes('\r\n\r\n') || !head.includes('\r\n\r\n')) return;
      const request = parseHead(head);
      this.requests.push(request);
      this.#script(socket, request);
    });
  }
}

const hangUp: Script = (socket) => void socket.end();

function parseHead(head: string): ReceivedRequest {
  const [first = '', ...fields] = head.split('\r\n\r\n', 1)[0]?.split('\r\n') ?? [];
  const headers: Record<string, string> = {};
  for (const field of fields) {
    const colon = field.indexOf(':');
    headers[field.slice(0, colon).toLowerCase()] = field.slice(colon + 1).trim();
  }
  return { path: first.split(' ')[1] ?? '', headers };
}

/** The head of an answer; its length is declared only where a field says so. */
export function head(status: number, fields: Record<string, string | number> = {}): string {
  const lines = Object.entries(fields).map(([name, value]) => `${name}: ${value}\r\n`);
  return `HTTP/1.1 ${status} Scripted\r\n${lines.join('')}\r\n`;
}

/** An answer as an honest server gives it. */
export function whole(bytes: Buffer, fields: Record<string, string | number> = {}): Script {
  return (socket) => {
    socket.write(head(200, { 'Content-Length': bytes.length, ...fields }));
    socket.end(bytes);
  };
}

export function redirect(location: string, status = 302): Script {
  return (socket) => void socket.end(head(status, { Location: location, 'Content-Length': 0 }));
}

/** Sends these bytes one at a time for as long as anybody listens, and then the last one over and over. */
export function dripping(bytes: string, everyMs: number): Script {
  return (socket) => {
    let sent = 0;
    const timer = setInterval(() => {
      socket.write(bytes.charAt(Math.min(sent, bytes.length - 1)), 'latin1');
      sent += 1;
    }, everyMs);
    socket.on('close', () => clearInterval(timer));
  };
}

/** Sends one block over and over, as fast as it is taken. */
export function endless(start: string | Buffer, block: Buffer): Script {
  return (socket) => {
    socket.write(start);
    const pour = () => {
      while (socket.writable && socket.write(block));
    };
    socket.on('drain', pour);
    pour();
  };
}
