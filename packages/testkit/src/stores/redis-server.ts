import { freePort } from '../network/free-port.js';
import { type Program, startServer } from '../processes/program.js';

/** A Redis of a test's own that keeps nothing on disk: it can hang, and it can start again with nothing in it. */
export class RedisServer {
  readonly port: number;
  #process: Program | undefined;

  private constructor(port: number) {
    this.port = port;
  }

  static async start(): Promise<RedisServer> {
    const server = new RedisServer(await freePort());
    await server.restart();
    return server;
  }

  get url(): string {
    return `redis://127.0.0.1:${this.port}`;
  }

  /** Ends at once, and starts with nothing in it. */
  async restart(): Promise<void> {
    await this.kill();
    const args = ['--port', String(this.port), '--bind', '127.0.0.1', '--save', ''];
    this.#process = await startServer('redis-server', args, this.port);
  }

  async kill(): Promise<void> {
    await this.#process?.kill();
    this.#process = undefined;
  }

  /** Keeps its connections, and answers nothing until `wake`. */
  hang(): void {
    this.#process?.child.kill('SIGSTOP');
  }

  wake(): void {
    this.#process?.child.kill('SIGCONT');
  }
}
