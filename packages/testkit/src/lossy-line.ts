import { createServer, connect, type Server, type Socket } from 'node:net';
import { listenOnLoopback, OpenEnds } from './relay.js';

/**
 * A line to a database that can lose an answer: what was asked arrives and is carried out, and the connection ends before
 * its answer gets back.
 */
export class LossyLine {
  readonly #target: { host: string; port: number } | { path: string };
  readonly #ends = new OpenEnds();
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

  open(): Promise<number> {
    return listenOnLoopback(this.#server);
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

  close(): Promise<void> {
    return this.#ends.close(this.#server);
  }

  #join(near: Socket): void {
    const far = connect(this.#target);
    let losing = false;
    this.#ends.tie(near, far);
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
