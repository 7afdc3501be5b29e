import { resolve } from 'node:path';
import { ConfigError } from '@imagesearch/service-kit/config';
import { toAppError } from '@imagesearch/service-kit/errors';
import { StorageFault } from '@imagesearch/service-kit/files/storage-fault';
import { listenForStop } from '@imagesearch/service-kit/process/stop-request';
import { printErr } from '@imagesearch/service-kit/process/terminal';
import { CommanderError } from 'commander';
import { EXIT_BAD_CONFIGURATION, EXIT_FAILED, OperatorError } from './commands/command.js';
import { loadConfig } from './config.js';
import { createProgram } from './program.js';

const GO_ON = 'run the command again to continue.';

const stop = listenForStop(`Stopped: ${GO_ON}`);

try {
  await createProgram(() => ({
    config: loadConfig(process.env),
    signal: stop.signal,
    allow: stop.allow,
    // npm runs scripts at the repository root and keeps the operator's working folder in INIT_CWD.
    resolvePath: (path) => resolve(process.env['INIT_CWD'] ?? '.', path),
  })).parseAsync();
} catch (error) {
  process.exitCode = report(error);
}
// A command that a signal ended while it closed has printed its result; shells still expect the signal's number.
process.exitCode = stop.exitCode() ?? process.exitCode;

/** Prints the error unless the library has, and returns the exit code. */
function report(error: unknown): number {
  // The library has printed the help or the argument error.
  if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : EXIT_BAD_CONFIGURATION;
  const misused = error instanceof ConfigError || error instanceof OperatorError;
  printErr(misused ? error.message : `Stopped: ${explain(error)}`);
  return misused ? EXIT_BAD_CONFIGURATION : EXIT_FAILED;
}

function explain(error: unknown): string {
  if (stop.signal.aborted) return GO_ON;
  if (error instanceof StorageFault) return error.message;
  const { code, message, ctx } = toAppError(error);
  if (code === 'internal' && error instanceof Error) return error.message;
  const isUnreachable = code === 'dependency_unavailable' && ctx['storage'] === undefined;
  return isUnreachable ? `${message} Is the stack running? npm start starts one.` : message;
}
