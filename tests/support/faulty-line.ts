import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';

/** What a line does with what a service answers. */
export type Manner =
  | { kind: 'passes' }
  /** Nobody is there. */
  | { kind: 'refuses' }
  | { kind: 'delays'; ms: number }
  /** The connection ends after so many bytes of answers. */
  | { kind: 'cuts'; afterBytes: number };

/** A loopback port in front of a service, with faults that can be changed while it runs. */
export class FaultyLine {
  readonly #sockets = new Set<Socket>();
  readonly #server: Server;
  #target = '';
  #manner: Manner = { kind: 'passes' };

  constructor() {
    this.#server = createServer((near) => this.#join(near));
  }

  /** @returns `host:port` */
  async open(): Promise<string> {
    await new Promise<void>((resolve) => this.#server.listen(0, '127.0.0.1', resolve));
    return `127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  /** Leads to this address from now on; what was open is cut. */
  lead(target: string): void {
    this.#target = target;
    this.#cutAll();
  }

  behave(manner: Manner): void {
    this.#manner = manner;
    if (manner.kind === 'refuses') this.#cutAll();
  }

  async close(): Promise<void> {
    const closed = new Promise((resolve) => this.#server.close(resolve));
    this.#cutAll();
    await closed;
  }

  #cutAll(): void {
    for (const socket of this.#sockets) socket.destroy();
    this.#sockets.clear();
  }

  #join(near: Socket): void {
    if (this.#manner.kind === 'refuses') {
      near.destroy();
      return;
    }
    const [host = '', port = ''] = this.#target.split(':');
    const far = connect(Number(port), host);
    for (const [socket, other] of [
      [near, far],
      [far, near],
    ] as const) {
      this.#sockets.add(socket);
      socket.on('error', () => other.destroy());
      socket.on('close', () => other.destroy());
    }
    near.pipe(far);
    let answered = 0;
    // One after another, so that a delay keeps the order.
    let passing = Promise.resolve();
    far.on('data', (chunk: Buffer) => {
      answered += chunk.length;
      passing = passing.then(() => this.#pass(chunk, near, answered));
    });
  }

  async #pass(chunk: Buffer, near: Socket, answered: number): Promise<void> {
    const manner = this.#manner;
    if (manner.kind === 'delays') await delay(manner.ms);
    if (manner.kind === 'cuts' && answered > manner.afterBytes) near.destroy();
    else if (near.writable) near.write(chunk);
  }
}
