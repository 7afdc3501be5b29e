import { resolve } from 'node:path';
import { ConfigError } from '@imagesearch/service-kit/config';
import { freeBytes, storageFault, storageFaultOf } from '@imagesearch/service-kit/files/storage-fault';
import { listenForStop } from '@imagesearch/service-kit/process/stop-request';
import { printErr } from '@imagesearch/service-kit/process/terminal';
import { OperatorError } from './operator-error.js';

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
  if (error instanceof ConfigError || error instanceof OperatorError) return error.message;
  const { code, port, stack } = error as NodeJS.ErrnoException & { port?: number };
  if (code === 'EADDRINUSE') return `Port ${port ?? ''} is in use. Choose another one with PORT=…`;
  const dataDir = dataDirOf(process.env);
  const free = await freeBytes(dataDir).catch(() => Infinity);
  if (free < FULL_DISK_BYTES) return storageFault('ENOSPC', dataDir).message;
  return stack ?? String(error);
}
