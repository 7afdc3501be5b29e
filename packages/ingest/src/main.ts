import { resolve } from 'node:path';
import { ConfigError } from '@imagesearch/service-kit/config';
import { toAppError } from '@imagesearch/service-kit/errors';
import { EXIT_BAD_CONFIGURATION, EXIT_FAILED } from './commands/command.js';
import { loadConfig } from './config.js';
import { createProgram } from './program.js';

const stop = new AbortController();
process.once('SIGINT', () => stop.abort());
process.once('SIGTERM', () => stop.abort());

try {
  await createProgram(() => ({
    config: loadConfig(process.env),
    signal: stop.signal,
    // npm runs scripts at the root of the repository and keeps the operator's own folder here.
    resolvePath: (path) => resolve(process.env['INIT_CWD'] ?? '.', path),
  })).parseAsync();
} catch (error) {
  const known = error instanceof ConfigError;
  console.error(known ? error.message : `Stopped: ${toAppError(error).message}`);
  process.exitCode = known ? EXIT_BAD_CONFIGURATION : EXIT_FAILED;
}
