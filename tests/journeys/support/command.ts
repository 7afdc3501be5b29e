import { randomUUID } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect } from '@jest/globals';
import { ROOT } from '@imagesearch/testkit/repository';
import { Program, type Ended, type ProgramOptions } from '@imagesearch/testkit/processes/program';

export const START = join(ROOT, 'packages/local-stack/dist/start.js');
export const DEMO = join(ROOT, 'packages/local-stack/dist/demo.js');
export const INGEST = join(ROOT, 'services/ingest/dist/main.js');
export const ACCOUNTS = join(ROOT, 'services/gateway/dist/accounts-main.js');
export const MIGRATE = join(ROOT, 'packages/local-stack/dist/migrate.js');
export const DOCTOR = join(ROOT, 'scripts/doctor.mjs');
export const BACKUP = join(ROOT, 'packages/local-stack/dist/backup.js');
export const RESTORE = join(ROOT, 'packages/local-stack/dist/restore.js');
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

type CommandOptions = Pick<ProgramOptions, 'env' | 'cwd' | 'uid'>;

/** A command as a person runs it. */
export class Command extends Program {
  readonly #mark: string;

  private constructor(program: string, args: readonly string[], { env, cwd, uid }: CommandOptions = {}) {
    const mark = randomUUID();
    // Its own process group, which a SIGINT reaches as a whole.
    const options = { cwd, uid, gid: uid, detached: true };
    super(program, args, { ...options, env: { ...UNSET, ...env, [MARK]: mark } });
    this.#mark = mark;
  }

  static start(program: string, args: readonly string[], options?: CommandOptions): Command {
    return new Command(program, args, options);
  }

  static node(args: readonly string[], options?: CommandOptions): Command {
    return Command.start(process.execPath, args, options);
  }

  /** On a terminal of its own; `press` types on it. */
  static onTerminal(words: readonly string[], options?: CommandOptions): Command {
    const line = words.map((word) => `'${word.replaceAll("'", `'\\''`)}'`).join(' ');
    return Command.start('script', ['-qec', line, '/dev/null'], options);
  }

  press(keys: string): void {
    this.child.stdin?.write(keys);
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
    const { code, output } = await this.ended();
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
  killAll(): void {
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
  return Command.node(args, options).ended();
}
