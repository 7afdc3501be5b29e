import { spawn, type ChildProcess } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { constants } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect } from '@jest/globals';
import { until } from '@imagesearch/testkit/processes/until';

export const ROOT = join(import.meta.dirname, '../../..');

export const START = join(ROOT, 'packages/local-stack/dist/start.js');
export const DEMO = join(ROOT, 'packages/local-stack/dist/demo.js');
export const INGEST = join(ROOT, 'services/ingest/dist/main.js');
export const ACCOUNTS = join(ROOT, 'services/gateway/dist/accounts-main.js');
export const MIGRATE = join(ROOT, 'packages/local-stack/dist/migrate.js');
export const MODELS = join(ROOT, 'packages/local-stack/dist/models.js');

/** Every process that a command starts inherits this variable, by which the test finds those that outlive it. */
const MARK = 'IMAGESEARCH_JOURNEY';

/** Every command ends within two seconds; a busy machine takes a moment to notice. */
const STOP_SECONDS_MAX = 2.5;

/** Longer than any command may take to end. */
const PATIENCE_MS = 5_000;
const INTERVAL_MS = 50;

/** Variables of the test run that would change what a person sees. */
const UNSET = { NODE_OPTIONS: '', REDIS_URL: '', DATABASE_URL: '', INIT_CWD: '', npm_lifecycle_event: '' };

export interface CommandOptions {
  env?: Record<string, string>;
  cwd?: string;
  /** Run it as this user and group. */
  uid?: number;
}

export interface Ended {
  /** As a shell reports it: 128 + n for a command that ended itself by signal n. */
  code: number;
  output: string;
}

/** A command as a person runs it. */
export class Command {
  readonly child: ChildProcess;
  readonly #mark: string;
  readonly #closed: Promise<unknown>;
  #output = '';

  private constructor(child: ChildProcess, mark: string) {
    this.child = child;
    this.#mark = mark;
    for (const stream of [child.stdout, child.stderr])
      stream?.setEncoding('utf8').on('data', (text: string) => (this.#output += text));
    this.#closed = once(child, 'close');
  }

  static start(program: string, args: readonly string[], options: CommandOptions = {}): Command {
    const { env = {}, cwd, uid } = options;
    const mark = randomUUID();
    const child = spawn(program, args, {
      cwd,
      env: { ...process.env, ...UNSET, ...env, [MARK]: mark },
      stdio: ['pipe', 'pipe', 'pipe'],
      // Its own process group, which a SIGINT reaches as a whole.
      detached: true,
      ...(uid !== undefined && { uid, gid: uid }),
    });
    return new Command(child, mark);
  }

  static node(args: readonly string[], options?: CommandOptions): Command {
    return Command.start(process.execPath, args, options);
  }

  /** On a terminal of its own; `press` types on it. */
  static onTerminal(words: readonly string[], options?: CommandOptions): Command {
    const line = words.map((word) => `'${word.replaceAll("'", `'\\''`)}'`).join(' ');
    return Command.start('script', ['-qec', line, '/dev/null'], options);
  }

  get output(): string {
    return this.#output;
  }

  press(keys: string): void {
    this.child.stdin?.write(keys);
  }

  /** Waits for printed text. @throws when the command ends before it. */
  async printed(text: RegExp): Promise<RegExpExecArray> {
    return until(() => {
      const found = text.exec(this.#output);
      if (found === null && this.child.exitCode !== null)
        throw new Error(`It ended with ${this.child.exitCode} and had printed:\n${this.#output}`);
      return Promise.resolve(found ?? undefined);
    });
  }

  async end(): Promise<Ended> {
    await this.#closed;
    const { exitCode, signalCode } = this.child;
    return { code: exitCode ?? 128 + constants.signals[signalCode ?? 'SIGKILL'], output: this.#output };
  }

  /**
   * Stops the command and waits for its end. SIGINT goes to all processes of the group, as a terminal sends it; SIGTERM
   * goes to the command alone, as `kill` sends it.
   * It must end in time, as a shell expects it, with all that it started.
   * @returns what it printed.
   */
  async stop(how: 'SIGINT' | 'SIGTERM' | 'Ctrl-C'): Promise<string> {
    const startedAt = performance.now();
    if (how === 'Ctrl-C') this.press('\x03');
    else if (how === 'SIGINT') process.kill(-(this.child.pid ?? 0), how);
    else this.child.kill(how);
    const { code, output } = await this.end();
    // npm ends before what it started when a signal reaches its shell.
    while (this.running().length > 0 && performance.now() - startedAt < PATIENCE_MS) await sleep(INTERVAL_MS);
    const seconds = (performance.now() - startedAt) / 1_000;
    expect({ code, left: this.running() }).toEqual({ code: how === 'SIGTERM' ? 143 : 130, left: [] });
    expect(seconds).toBeLessThan(STOP_SECONDS_MAX);
    return output;
  }

  /** Command lines of the processes that it started and that still run; on Linux only. */
  running(): string[] {
    return this.#pids().flatMap((pid) => {
      try {
        return [readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ').trim()].filter(Boolean);
      } catch {
        return [];
      }
    });
  }

  #pids(): number[] {
    const names = process.platform === 'linux' ? readdirSync('/proc') : [];
    return names.map(Number).filter((pid) => {
      try {
        return readFileSync(`/proc/${pid}/environ`, 'utf8').includes(`${MARK}=${this.#mark}`);
      } catch {
        // No process, one that has ended, or one of another user.
        return false;
      }
    });
  }

  /** For the end of a test that failed. */
  kill(): void {
    for (const pid of this.#pids()) {
      try {
        process.kill(pid, 'SIGKILL');
      } catch {
        // It has ended in the meantime.
      }
    }
  }
}

/** Runs a command to its end. */
export function run(args: readonly string[], options?: CommandOptions): Promise<Ended> {
  return Command.node(args, options).end();
}
