import { createServer, connect, type NetConnectOpts, type Server } from 'node:net';
import { listenOnLoopback, OpenEnds } from './relay.js';

/** A real server behind a line that can be cut and mended: a loopback port in front of its own address. */
export class CuttableLine {
  readonly #target: NetConnectOpts;
  readonly #ends = new OpenEnds();
  #server: Server | undefined;
  #port = 0;

  constructor(target: NetConnectOpts) {
    this.#target = target;
  }

  async open(): Promise<number> {
    this.#server = createServer((near) => {
      const far = connect(this.#target);
      this.#ends.tie(near, far);
      near.pipe(far).pipe(near);
    });
    this.#port = await listenOnLoopback(this.#server, this.#port);
    return this.#port;
  }

  async cut(): Promise<void> {
    if (this.#server) await this.#ends.close(this.#server);
  }
}
