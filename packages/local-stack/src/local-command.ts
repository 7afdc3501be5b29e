import { resolve, join } from 'node:path';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, rm } from 'node:fs/promises';
import { ConfigError } from '@imagesearch/service-kit/config';
import { AppError } from '@imagesearch/service-kit/errors';
import {
  freeBytes,
  storageFault,
  storageFaultOf,
  StorageFault,
  writing,
} from '@imagesearch/service-kit/files/storage-fault';
import { FolderInUseError } from '@imagesearch/service-kit/files/folder-lock';
import { findStack } from '@imagesearch/service-kit/process/running-stack';
import { listenForStop } from '@imagesearch/service-kit/process/stop-request';
import { printErr } from '@imagesearch/service-kit/process/terminal';
import { writeFileAtomic } from '@imagesearch/service-kit/files/atomic-file';

const REPOSITORY = resolve(import.meta.dirname, '../../..');

const EXIT_FAILED = 1;
const EXIT_BAD_CONFIGURATION = 2;
/** Embedded Postgres aborts with less, and its error does not name the disk. */
const FULL_DISK_BYTES = 1024 * 1024;

/** Folder of all data; a relative one lies in the checkout. */
export function dataDirOf(env: Readonly<Record<string, string | undefined>>): string {
  return resolve(REPOSITORY, unlessEmpty(env['DATA_DIR']) ?? '.data');
}

/** A variable that is set but empty counts as unset. */
export function unlessEmpty(value: string | undefined): string | undefined {
  return value === '' ? undefined : value;
}

/**
 * Runs a command of the local stack to its end, prints what went wrong in words and exits. A command that a signal
 * ended exits with 128 plus the signal's number.
 */
export async function runLocalCommand(work: (signal: AbortSignal) => Promise<void>): Promise<never> {
  const stop = listenForStop();
  const fail = (error: unknown): void => {
    void reportAndExit(error, stop.exitCode());
  };
  // An embedded engine that aborts can throw outside of any call.
  process.on('uncaughtException', fail);
  process.on('unhandledRejection', fail);
  try {
    await work(stop.signal);
    process.exit(stop.exitCode() ?? 0);
  } catch (error) {
    return reportAndExit(error, stop.exitCode());
  }
}

async function reportAndExit(error: unknown, stopped: number | undefined): Promise<never> {
  if (stopped !== undefined) process.exit(stopped);
  printErr(await explain(error));
  process.exit(error instanceof ConfigError ? EXIT_BAD_CONFIGURATION : EXIT_FAILED);
}

async function explain(error: unknown): Promise<string> {
  const fault = storageFaultOf(error);
  if (fault !== undefined) return fault.message;
  // By its name: the migration's image has this file, and no models.
  if (error instanceof Error && error.name === 'HubError')
    return `${error.message}\nThe model is not on this disk. Download it where there is a network (npm run models -- pull), set MODEL_HUB_URL to a hub or the folder of a mirror, or start with MODEL_PROFILE=lite.`;
  if ([ConfigError, OperatorError, FolderInUseError].some((known) => error instanceof known))
    return (error as Error).message;
  // Of a gateway that runs, or of its port.
  if (error instanceof AppError && error.code !== 'internal') return error.message;
  const { code, port, stack } = error as NodeJS.ErrnoException & { port?: number };
  if (code === 'EADDRINUSE') return `Port ${port ?? ''} is in use. Choose another one with PORT=…`;
  const dataDir = dataDirOf(process.env);
  const free = await freeBytes(dataDir).catch(() => Infinity);
  if (free < FULL_DISK_BYTES) return storageFault('ENOSPC', dataDir).message;
  return stack ?? String(error);
}

/** A command that cannot be carried out; its message says why, and no stack trace is printed. */
export class OperatorError extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'OperatorError';
  }
}

/** Variables of the environment that a person may set for the local stack. */
export const ENVIRONMENT_HELP = `
Environment:
  PORT           port of the API and of the page (default 8080)
  HOST           address to listen on (default 127.0.0.1)
  DATA_DIR       folder of all data (default .data in the checkout)
  MODEL_PROFILE  auto, lite, clip-b32 or siglip2-b16 (default auto; see npm run models -- list)
  TEXT_ENCODER   auto, minilm or e5-small (default auto)
  PUBLIC_BASE_URL  address under which others reach the API, for the file addresses in answers`;

/**
 * Runs a script in a child process, so that its memory is freed at its end. The child ends with this process.
 * @throws OperatorError when the script fails or the signal fires.
 */
export async function runStep(
  script: string,
  args: readonly string[],
  env: Readonly<Record<string, string>>,
  signal: AbortSignal,
): Promise<void> {
  signal.throwIfAborted();
  const child = spawn(process.execPath, ['--enable-source-maps', script, ...args], {
    env: { ...process.env, ...env },
    // By the channel the child notices that this process was killed.
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
  const stop = (): void => void child.kill('SIGTERM');
  signal.addEventListener('abort', stop, { once: true });
  // A child that computes does not read signals.
  const end = (): void => void child.kill('SIGKILL');
  process.once('exit', end);
  const [exitCode] = (await once(child, 'exit')) as [number | null];
  signal.removeEventListener('abort', stop);
  process.removeListener('exit', end);
  signal.throwIfAborted();
  if (exitCode !== 0) throw new OperatorError('The step above failed; run the command again to continue.');
}

const MEBIBYTE = 1024 * 1024;
/** The embedded databases alone reserve this much, and abort when they do not get it. */
const ROOM_BYTES_MIN = 200 * MEBIBYTE;

/**
 * Checks that the data folder can be written and has room, before anything is built or opened in it.
 * @throws StorageFault
 */
export async function requireDataDir(dataDir: string): Promise<void> {
  await writing(dataDir, async () => {
    await mkdir(dataDir, { recursive: true });
    const probe = join(dataDir, 'write-check');
    await writeFileAtomic(probe, 'x');
    await rm(probe);
  });
  const free = await freeBytes(dataDir);
  if (free >= ROOM_BYTES_MIN) return;
  const [has, needs] = [free, ROOM_BYTES_MIN].map((bytes) => Math.floor(bytes / MEBIBYTE));
  throw new StorageFault(
    `The disk of ${dataDir} is almost full: ${has ?? 0} MiB are free and the stack needs ${needs ?? 0} MiB. ` +
      'Free some space, or choose another DATA_DIR.',
  );
}

/** Checks that no other stack runs on the data folder. @throws OperatorError, at once */
export function requireNoStack(dataDir: string): void {
  const { stack } = findStack(dataDir);
  if (stack === undefined) return;
  throw new OperatorError(
    `A stack runs already on ${dataDir}: process ${stack.pid}, ${stack.base_url}. Stop it, or choose another DATA_DIR.`,
  );
}
