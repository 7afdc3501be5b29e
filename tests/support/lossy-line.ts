import { createServer, connect, type AddressInfo, type Server, type Socket } from 'node:net';

/**
 * A line to a database that can lose an answer: what was asked arrives and is carried out, and the connection ends before
 * its answer gets back.
 */
export class LossyLine {
  readonly #target: { host: string; port: number } | { path: string };
  readonly #sockets = new Set<Socket>();
  readonly #server: Server;
  #doomed: string | undefined;
  #losses = 0;
  #lost = 0;

  constructor(target: { host: string; port: number } | { path: string }) {
    this.#target = target;
    this.#server = createServer((near) => {
      this.#join(near);
    });
  }

  async open(): Promise<number> {
    await new Promise<void>((resolve) => this.#server.listen(0, '127.0.0.1', resolve));
    return (this.#server.address() as AddressInfo).port;
  }

  /** Loses the answers to the next so many messages that hold this text. */
  lose(text: string, times = 1): void {
    this.#doomed = text;
    this.#losses = times;
    this.#lost = 0;
  }

  /** How many answers were lost since then. */
  get lost(): number {
    return this.#lost;
  }

  async close(): Promise<void> {
    const closed = new Promise((resolve) => this.#server.close(resolve));
    for (const socket of this.#sockets) socket.destroy();
    await closed;
  }

  #join(near: Socket): void {
    const far = connect(this.#target);
    let losing = false;
    for (const [socket, other] of [
      [near, far],
      [far, near],
    ] as const) {
      this.#sockets.add(socket);
      socket.on('error', () => other.destroy());
      socket.on('close', () => other.destroy());
    }
    near.on('data', (chunk: Buffer) => {
      if (this.#doomed !== undefined && this.#losses > 0 && chunk.includes(this.#doomed)) {
        this.#losses -= 1;
        losing = true;
      }
      far.write(chunk);
    });
    far.on('data', (chunk: Buffer) => {
      if (losing) {
        this.#lost += 1;
        near.destroy();
      } else near.write(chunk);
    });
  }
}
