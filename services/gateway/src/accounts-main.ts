import { runCommand } from '@imagesearch/service-kit/process/command';
import { createProgram } from './accounts/cli.js';
import { transportOf } from './accounts/transport.js';
import { loadConfig } from './config.js';
import { openOperatorStores } from './stores.js';

await runCommand(() =>
  createProgram(async (operation, input) =>
    transportOf(process.env, (env) => openOperatorStores(loadConfig(env)))(operation, input),
  ),
);
