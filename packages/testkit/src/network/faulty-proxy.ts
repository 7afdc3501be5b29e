import {
  connect,
  createServer,
  type AddressInfo,
  type NetConnectOpts,
  type Server,
  type Socket,
} from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';

/** What the proxy does to the bytes that the target answers. */
export type Fault =
  | { kind: 'none' }
  /** Every connection is closed at once. */
  | { kind: 'refuse' }
  | { kind: 'delay'; ms: number }
  /** Nothing passes either way, on old connections and on new ones, until another fault is set: a lost network. */
  | { kind: 'silent' }
  /** Like a machine without power: bytes that arrive are counted and not passed on, and neither side learns that a connection ended. */
  | { kind: 'vanished' };

/** A loopback port in front of a real server, with faults that a test switches on while it runs. */
export class FaultyProxy {
  readonly #sockets = new Set<Socket>();
  #target: NetConnectOpts | undefined;
  #server: Server | undefined;
  #port = 0;
  #fault: Fault = { kind: 'none' };
  #loss = { text: '', remaining: 0, done: 0 };
  readonly #counts = new Map<string, number>();

  constructor(target?: NetConnectOpts) {
    this.#target = target;
  }

  /** Listens, where nothing else is said on a loopback port; after a `close` on the same port as before. */
  async open(host = '127.0.0.1', port = this.#port): Promise<number> {
    const server = createServer((near) => this.#join(near));
    await new Promise<void>((resolve) => server.listen(port, host, resolve));
    this.#server = server;
    this.#port = (server.address() as AddressInfo).port;
    return this.#port;
  }

  /** Connects to this server, an address `host:port`, from now on, and cuts what is open. */
  pointTo(address: string): void {
    this.pointNewConnectionsTo(address);
    this.#cut();
  }

  /** Like `pointTo`, but connections that are open stay with the server they have. */
  pointNewConnectionsTo(address: string): void {
    const { hostname, port } = new URL(`tcp://${address}`);
    this.#target = { host: hostname, port: Number(port) };
  }

  setFault(fault: Fault): void {
    this.#fault = fault;
    if (fault.kind === 'refuse') this.#cut();
    for (const socket of this.#sockets) {
      if (fault.kind === 'silent') socket.pause();
      else socket.resume();
    }
  }

  /** The next `times` messages that hold this text arrive and are carried out; the connection ends before the answer. */
  loseAnswersTo(text: string, times = 1): void {
    this.#loss = { text, remaining: times, done: 0 };
  }

  /** Counts from now on how often this text comes from the clients. @returns a function that tells how often it did. */
  count(text: string): () => number {
    this.#counts.set(text, 0);
    return () => this.#counts.get(text) ?? 0;
  }

  /** Answers lost since the last `loseAnswersTo`. */
  get lostAnswers(): number {
    return this.#loss.done;
  }

  /** Stops listening and cuts every connection; clients are refused until the next `open`. */
  async close(): Promise<void> {
    const closed = new Promise((resolve) => this.#server?.close(resolve) ?? resolve(undefined));
    this.#cut();
    await closed;
  }

  #cut(): void {
    for (const socket of this.#sockets) socket.destroy();
  }

  #join(near: Socket): void {
    if (this.#fault.kind === 'refuse' || this.#target === undefined) {
      near.destroy();
      return;
    }
    const far = connect(this.#target);
    this.#endTogether(near, far);
    if (this.#fault.kind === 'silent') for (const socket of [near, far]) socket.pause();
    let loses = false;
    // Chunks pass one after another, so that a delay keeps their order.
    let passed = Promise.resolve();
    near.on('data', (chunk: Buffer) => {
      for (const [text, before] of this.#counts)
        this.#counts.set(text, before + chunk.toString('latin1').split(text).length - 1);
      loses ||= this.#isToBeLost(chunk);
      if (this.#fault.kind !== 'vanished') far.write(chunk);
    });
    near.on('end', () => far.end());
    far.on('data', (chunk: Buffer) => {
      if (loses) {
        this.#loss.done += 1;
        near.destroy();
        return;
      }
      const arrivedAt = Date.now();
      passed = passed.then(() => this.#pass(chunk, near, arrivedAt));
    });
  }

  #endTogether(near: Socket, far: Socket): void {
    for (const [socket, other] of [
      [near, far],
      [far, near],
    ] as const) {
      this.#sockets.add(socket);
      socket.on('error', () => other.destroy());
      socket.on('close', () => {
        this.#sockets.delete(socket);
        if (this.#fault.kind !== 'vanished') other.destroy();
      });
    }
  }

  #isToBeLost(chunk: Buffer): boolean {
    if (this.#loss.remaining === 0 || !chunk.includes(this.#loss.text)) return false;
    this.#loss.remaining -= 1;
    return true;
  }

  async #pass(chunk: Buffer, near: Socket, arrivedAt: number): Promise<void> {
    const fault = this.#fault;
    if (fault.kind === 'delay') await delay(Math.max(0, arrivedAt + fault.ms - Date.now()));
    if (near.writable && fault.kind !== 'vanished') near.write(chunk);
  }
}
