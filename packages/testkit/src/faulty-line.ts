import { connect, createServer, type Server, type Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { listenOnLoopback, OpenEnds } from './relay.js';

/** What a line does with what a service answers. */
export type Manner =
  | { kind: 'passes' }
  /** Nobody is there. */
  | { kind: 'refuses' }
  | { kind: 'delays'; ms: number }
  /** Each connection ends after so many bytes of answers, in the middle of one. */
  | { kind: 'cuts'; afterBytes: number };

/** A loopback port in front of a service, with faults that can be changed while it runs. */
export class FaultyLine {
  readonly #ends = new OpenEnds();
  readonly #server: Server;
  #target = '';
  #manner: Manner = { kind: 'passes' };

  constructor() {
    this.#server = createServer((near) => this.#join(near));
  }

  /** @returns `host:port` */
  async open(): Promise<string> {
    return `127.0.0.1:${await listenOnLoopback(this.#server)}`;
  }

  /** Leads to this address from now on; what was open is cut. */
  lead(target: string): void {
    this.#target = target;
    this.#ends.cut();
  }

  behave(manner: Manner): void {
    this.#manner = manner;
    if (manner.kind === 'refuses') this.#ends.cut();
  }

  close(): Promise<void> {
    return this.#ends.close(this.#server);
  }

  #join(near: Socket): void {
    if (this.#manner.kind === 'refuses') {
      near.destroy();
      return;
    }
    const [host = '', port = ''] = this.#target.split(':');
    const far = connect(Number(port), host);
    this.#ends.tie(near, far);
    near.pipe(far);
    let answered = 0;
    // One after another, so that a delay keeps the order.
    let passing = Promise.resolve();
    far.on('data', (chunk: Buffer) => {
      const before = answered;
      answered += chunk.length;
      passing = passing.then(() => this.#pass(chunk, near, before));
    });
  }

  /** @param before - bytes that this connection was answered before the chunk */
  async #pass(chunk: Buffer, near: Socket, before: number): Promise<void> {
    const manner = this.#manner;
    if (manner.kind === 'delays') await delay(manner.ms);
    if (!near.writable) return;
    if (manner.kind === 'cuts' && before + chunk.length > manner.afterBytes)
      near.write(chunk.subarray(0, Math.max(0, manner.afterBytes - before)), () => near.destroy());
    else near.write(chunk);
  }
}
