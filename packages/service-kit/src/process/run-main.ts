import { spawnSync } from 'node:child_process';
import { ConfigError } from '../config.js';
import { SchemaOutdatedError } from '../postgres/schema.js';
import { printErr } from './terminal.js';

export interface Service {
  start(): Promise<void>;
  /** Reverses `start`; safe to call at any time. */
  close(): Promise<void>;
}

/**
 * Runs until a signal, also while it starts. A second signal stops at once. Exit status: 0 after a clean stop, 2 for an invalid
 * configuration, 1 for anything else.
 */
export async function runMain(create: () => Service): Promise<void> {
  warnOfFewDescriptors();
  let service: Service;
  try {
    service = create();
  } catch (error) {
    reportAndExit(error);
  }
  const stopping = new AbortController();
  const stop = (): void => {
    stopping.abort();
    process.once('SIGINT', () => process.exit(130));
    process.once('SIGTERM', () => process.exit(143));
    service.close().then(() => process.exit(0), reportAndExit);
  };
  process.once('SIGINT', stop);
  process.once('SIGTERM', stop);
  try {
    await service.start();
  } catch (error) {
    if (stopping.signal.aborted) return;
    await service.close();
    reportAndExit(error);
  }
}

/** Connections, files of the index and decoding processes of a busy installation. */
const DESCRIPTORS_MIN = 1_024;

/** Says in words why connections and images would fail later, where this process may open few files. */
export function warnOfFewDescriptors(): void {
  if (process.platform === 'win32') return;
  const { stdout } = spawnSync('/bin/sh', ['-c', 'ulimit -n'], { encoding: 'utf8' });
  const limit = Number.parseInt(stdout, 10);
  if (limit < DESCRIPTORS_MIN)
    printErr(
      `This process may open ${limit} files and connections at once, and ${DESCRIPTORS_MIN} are needed: searches and images ` +
        `will fail under load. Raise the limit first: ulimit -n ${DESCRIPTORS_MIN}`,
    );
}

function reportAndExit(error: unknown): never {
  if (error instanceof ConfigError) {
    printErr(error.message);
    process.exit(2);
  }
  if (error instanceof SchemaOutdatedError) {
    printErr(error.message);
    process.exit(1);
  }
  printErr(error instanceof Error ? (error.stack ?? error.message) : String(error));
  process.exit(1);
}
