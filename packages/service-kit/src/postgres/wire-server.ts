import { createServer, type Server, type Socket } from 'node:net';
import type { PGlite } from '@electric-sql/pglite';
import { WireMessages } from './wire-messages.js';

export type WireEngine = Pick<PGlite, 'exec' | 'execProtocolRawStream' | 'isInTransaction' | 'runExclusive'>;

/**
 * Postgres' wire protocol for one embedded engine. The messages of a statement go to the engine together, and its answer is
 * sent in one piece, so that a statement wakes each side once.
 */
export function createWireServer(engine: WireEngine, connectionsMax: number): Server {
  const turns = new Turns(engine);
  const server = createServer((socket) => {
    const messages = new WireMessages();
    socket.setNoDelay(true);
    socket.on('data', (chunk) => {
      const { refusals, statements } = messages.take(chunk);
      if (refusals.length > 0) socket.write(refusals);
      if (statements.length > 0) turns.add({ socket, statements });
    });
    // The close of the connection follows.
    socket.on('error', () => undefined);
    socket.on('close', () => turns.leave(socket));
  });
  server.maxConnections = connectionsMax;
  return server;
}

/** Complete statements of one connection. */
interface Turn {
  socket: Socket;
  statements: Buffer;
}

/** Connections take turns; a transaction keeps its turn. */
class Turns {
  readonly #engine: WireEngine;
  #waiting: Turn[] = [];
  #isRunning = false;
  #lastSocket: Socket | undefined;

  constructor(engine: WireEngine) {
    this.#engine = engine;
  }

  add(turn: Turn): void {
    this.#waiting.push(turn);
    void this.#run();
  }

  /** A transaction that its connection leaves behind is undone. */
  leave(socket: Socket): void {
    this.#waiting = this.#waiting.filter((turn) => turn.socket !== socket);
    void this.#run();
  }

  async #run(): Promise<void> {
    if (this.#isRunning) return;
    this.#isRunning = true;
    for (let turn = await this.#next(); turn !== undefined; turn = await this.#next()) {
      this.#lastSocket = turn.socket;
      await this.#answer(turn);
    }
    this.#isRunning = false;
  }

  async #next(): Promise<Turn | undefined> {
    if (!this.#engine.isInTransaction()) return this.#waiting.shift();
    if (this.#lastSocket?.destroyed === true) {
      await this.#engine.exec('ROLLBACK');
      return this.#waiting.shift();
    }
    const at = this.#waiting.findIndex(({ socket }) => socket === this.#lastSocket);
    return at < 0 ? undefined : this.#waiting.splice(at, 1)[0];
  }

  async #answer({ socket, statements }: Turn): Promise<void> {
    const answers: Uint8Array[] = [];
    // The engine uses the memory of what it hands over again.
    const onRawData = (part: Uint8Array): void => void answers.push(part.slice());
    await this.#engine.runExclusive(() => this.#engine.execProtocolRawStream(statements, { onRawData }));
    if (answers.length > 0 && socket.writable) socket.write(Buffer.concat(answers));
  }
}
