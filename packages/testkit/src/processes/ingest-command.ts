import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';

const COMMAND = join(import.meta.dirname, '../../../../services/ingest/dist/main.js');

/** The operator's command in a process of its own. */
export class IngestCommand {
  readonly child: ChildProcess;
  readonly #ended: Promise<[number | null, NodeJS.Signals | null]>;
  #output = '';

  /** @param nodeArgs Of the process that runs the command. @param user As whom it runs. */
  constructor(
    args: readonly string[],
    env: Record<string, string>,
    nodeArgs: readonly string[] = [],
    user: { uid?: number } = {},
  ) {
    // No queue but the one that a test names: the environment of the whole run may have a Redis of its own.
    this.child = spawn(process.execPath, [...nodeArgs, COMMAND, ...args], {
      env: { ...process.env, REDIS_URL: '', INIT_CWD: '', ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
      ...user,
    });
    this.child.stdout?.on('data', (chunk: Buffer) => (this.#output += chunk.toString()));
    this.child.stderr?.on('data', (chunk: Buffer) => (this.#output += chunk.toString()));
    this.#ended = once(this.child, 'close') as Promise<[number | null, NodeJS.Signals | null]>;
  }

  /** Everything it has printed so far. */
  get output(): string {
    return this.#output;
  }

  kill(): void {
    this.child.kill('SIGKILL');
  }

  /** Its exit code; null when it was killed. */
  async end(): Promise<number | null> {
    return (await this.#ended)[0];
  }
}
