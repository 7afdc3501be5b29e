import { once } from 'node:events';
import { connect, createServer, type Server, type Socket } from 'node:net';

/** RFC 9113, sections 3.4 and 4.1. */
const PREFACE_BYTES = 24;
const FRAME_HEADER_BYTES = 9;
const HEADERS_FRAME = 1;

/**
 * One address of a service, in front of a process that serves it: counts the calls that pass, and can vanish as a machine
 * does that lost its power, without a word to those connected.
 */
export class ReplicaProxy {
  readonly #target: { host: string; port: number };
  readonly #sockets = new Set<Socket>();
  #server: Server | undefined;
  #hasVanished = false;
  #calls = 0;

  constructor(target: { host: string; port: number }) {
    this.#target = target;
  }

  async open(host: string, port: number): Promise<void> {
    this.#server = createServer((near) => this.#join(near)).listen(port, host);
    await once(this.#server, 'listening');
  }

  /** Streams that clients opened since the last look, those of health checks included. */
  takeCalls(): number {
    const calls = this.#calls;
    this.#calls = 0;
    return calls;
  }

  /** From now on nothing passes; connections stay open, and new ones are taken and never answered. */
  vanish(): void {
    this.#hasVanished = true;
  }

  async close(): Promise<void> {
    const closed = new Promise((resolve) => this.#server?.close(resolve) ?? resolve(undefined));
    for (const socket of this.#sockets) socket.destroy();
    await closed;
  }

  #join(near: Socket): void {
    const far = connect(this.#target);
    const frames = new FrameCounter();
    for (const [from, to] of [
      [near, far],
      [far, near],
    ] as const) {
      this.#sockets.add(from);
      from.on('error', () => to.destroy());
      from.on('close', () => {
        this.#sockets.delete(from);
        if (!this.#hasVanished) to.destroy();
      });
      from.on('data', (chunk: Buffer) => {
        if (from === near) this.#calls += frames.headersIn(chunk);
        if (!this.#hasVanished) to.write(chunk);
      });
    }
  }
}

/** Counts HEADERS frames in the bytes that a client sends. */
class FrameCounter {
  #skip = PREFACE_BYTES;
  #header = Buffer.alloc(0);

  headersIn(chunk: Buffer): number {
    let headers = 0;
    let at = 0;
    while (at < chunk.byteLength) {
      const skipped = Math.min(this.#skip, chunk.byteLength - at);
      this.#skip -= skipped;
      at += skipped;
      const missing = FRAME_HEADER_BYTES - this.#header.byteLength;
      if (this.#skip > 0 || at === chunk.byteLength) break;
      this.#header = Buffer.concat([this.#header, chunk.subarray(at, at + missing)]);
      at += Math.min(missing, chunk.byteLength - at);
      if (this.#header.byteLength < FRAME_HEADER_BYTES) break;
      this.#skip = this.#header.readUIntBE(0, 3);
      if (this.#header[3] === HEADERS_FRAME) headers += 1;
      this.#header = Buffer.alloc(0);
    }
    return headers;
  }
}
