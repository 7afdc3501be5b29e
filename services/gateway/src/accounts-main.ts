import { printErr, printOut } from '@imagesearch/service-kit/process/terminal';
import { runAccounts } from './accounts/cli.js';
import { transportOf } from './accounts/transport.js';
import { loadConfig } from './config.js';
import { openOperatorStores } from './stores.js';

process.exitCode = await runAccounts(
  process.argv.slice(2),
  async (operation, input) =>
    transportOf(process.env, (env) => openOperatorStores(loadConfig(env)))(operation, input),
  { out: printOut, err: printErr },
);
