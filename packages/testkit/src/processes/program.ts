import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { connect } from 'node:net';
import { constants } from 'node:os';
import { until } from './until.js';

export interface ProgramOptions {
  /** Beside that of the test run. */
  env?: Readonly<Record<string, string>>;
  cwd?: string | undefined;
  /** Run it as this user, and group. */
  uid?: number | undefined;
  gid?: number | undefined;
  /** In a process group of its own, which takes keys. */
  detached?: boolean;
}

export interface Ended {
  /** As a shell reports it: 128 + n for a program that signal n ended. */
  code: number;
  output: string;
}

/** A program that a test starts, with all that it prints. */
export class Program {
  readonly child: ChildProcess;
  readonly #closed: Promise<unknown>;
  #output = '';

  constructor(command: string, args: readonly string[], { env = {}, ...options }: ProgramOptions = {}) {
    const child = spawn(command, args, {
      env: { ...process.env, ...env },
      stdio: [options.detached === true ? 'pipe' : 'ignore', 'pipe', 'pipe'],
      ...options,
    });
    for (const stream of [child.stdout, child.stderr])
      stream?.setEncoding('utf8').on('data', (text: string) => (this.#output += text));
    this.child = child;
    this.#closed = once(child, 'close');
  }

  /** Everything it has printed so far. */
  get output(): string {
    return this.#output;
  }

  /** Waits for printed text. @throws when the program ends before it. */
  async printed(text: RegExp): Promise<RegExpExecArray> {
    return until(() => {
      const found = text.exec(this.#output);
      if (found === null && this.child.exitCode !== null)
        throw new Error(`It ended with ${this.child.exitCode} and had printed:\n${this.#output}`);
      return Promise.resolve(found ?? undefined);
    });
  }

  /** Its exit code; null when it was killed. */
  async end(): Promise<number | null> {
    await this.#closed;
    return this.child.exitCode;
  }

  async ended(): Promise<Ended> {
    await this.#closed;
    const { exitCode, signalCode } = this.child;
    return { code: exitCode ?? 128 + constants.signals[signalCode ?? 'SIGKILL'], output: this.#output };
  }

  async kill(): Promise<void> {
    this.child.kill('SIGKILL');
    await this.#closed;
  }
}

/** Runs a program to its end. */
export function runProgram(command: string, args: readonly string[], options?: ProgramOptions) {
  return new Program(command, args, options).ended();
}

/** A server on a loopback port; resolves when it takes connections. @throws when it ends before. */
export async function startServer(command: string, args: readonly string[], port: number): Promise<Program> {
  const server = new Program(command, args);
  await until(() => {
    const { exitCode } = server.child;
    if (exitCode !== null) throw new Error(`${command} ended with ${exitCode}: ${server.output}`);
    return accepts(port);
  });
  return server;
}

function accepts(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    socket.once('error', () => resolve(false)).once('connect', () => socket.destroy());
    socket.once('connect', () => resolve(true));
  });
}
