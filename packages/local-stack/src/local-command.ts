import { resolve, join } from 'node:path';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, rm } from 'node:fs/promises';
import { givenIn } from '@imagesearch/service-kit/config';
import { AppError } from '@imagesearch/service-kit/errors';
import {
  freeBytes,
  storageFault,
  storageFaultOf,
  StorageFault,
  writing,
} from '@imagesearch/service-kit/files/storage-fault';
import { FolderInUseError } from '@imagesearch/service-kit/files/folder-lock';
import {
  CommandFailure,
  commandOf,
  runCommand,
  type CommandRun,
} from '@imagesearch/service-kit/process/command';
import { findStack } from '@imagesearch/service-kit/process/running-stack';
import { writeFileAtomic } from '@imagesearch/service-kit/files/atomic-file';
import type { Command } from 'commander';

const REPOSITORY = resolve(import.meta.dirname, '../../..');

/** Embedded Postgres aborts with less, and its error does not name the disk. */
const FULL_DISK_BYTES = 1024 * 1024;

/** Folder of all data; a relative one lies in the checkout. */
export function dataDirOf(env: Readonly<Record<string, string | undefined>>): string {
  return resolve(REPOSITORY, givenIn(env)['DATA_DIR'] ?? '.data');
}

/** A command of the local stack. @param add Gives the command its arguments, its options and its action. */
export function runLocalCommand(
  look: Parameters<typeof commandOf>[0],
  add: (command: Command, run: CommandRun) => Command,
): Promise<never> {
  return runCommand((run) => add(commandOf(look), run), { explain });
}

/** Undefined for what every command explains. Of an error that nobody expected, its stack helps who reads the report. */
async function explain(error: unknown): Promise<string | undefined> {
  // By its name: the migration's image has this file, and no models.
  if (error instanceof Error && error.name === 'HubError')
    return `${error.message}\nThe model is not on this disk. Download it where there is a network (npm run models -- pull), set MODEL_HUB_URL to a hub or the folder of a mirror, or start with MODEL_PROFILE=lite.`;
  const isKnown = [CommandFailure, FolderInUseError].some((known) => error instanceof known);
  // Of a gateway that runs, or of its port.
  const isAnswer = error instanceof AppError && error.code !== 'internal';
  if (isKnown || isAnswer || storageFaultOf(error) !== undefined) return undefined;
  const { code, port, stack } = error as NodeJS.ErrnoException & { port?: number };
  if (code === 'EADDRINUSE') return `Port ${port ?? ''} is in use. Choose another one with PORT=…`;
  const dataDir = dataDirOf(process.env);
  const free = await freeBytes(dataDir).catch(() => Infinity);
  return free < FULL_DISK_BYTES ? storageFault('ENOSPC', dataDir).message : stack;
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
 * @throws CommandFailure when the script fails or the signal fires.
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
  if (exitCode !== 0) throw new CommandFailure('The step above failed; run the command again to continue.');
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

/** Checks that no other stack runs on the data folder. @throws CommandFailure, at once */
export function requireNoStack(dataDir: string): void {
  const { stack } = findStack(dataDir);
  if (stack === undefined) return;
  throw new CommandFailure(
    `A stack runs already on ${dataDir}: process ${stack.pid}, ${stack.base_url}. Stop it, or choose another DATA_DIR.`,
  );
}
