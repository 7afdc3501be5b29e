import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { connect } from 'node:net';
import { freePort } from '../network/free-port.js';
import { until } from '../processes/until.js';

/** A Redis of a test's own that keeps nothing on disk: it can hang, and it can start again with nothing in it. */
export class RedisServer {
  readonly port: number;
  #process: ChildProcess | undefined;

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
    const port = String(this.port);
    this.#process = spawn('redis-server', ['--port', port, '--bind', '127.0.0.1', '--save', ''], {
      stdio: 'ignore',
    });
    await until(() => accepts(this.port));
  }

  async kill(): Promise<void> {
    if (!this.#process) return;
    const ended = once(this.#process, 'exit');
    this.#process.kill('SIGKILL');
    await ended;
    this.#process = undefined;
  }

  /** Keeps its connections, and answers nothing until `wake`. */
  hang(): void {
    this.#process?.kill('SIGSTOP');
  }

  wake(): void {
    this.#process?.kill('SIGCONT');
  }
}

function accepts(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect({ host: '127.0.0.1', port });
    socket.once('connect', () => resolve(true)).once('error', () => resolve(false));
    socket.once('connect', () => socket.destroy());
  });
}
