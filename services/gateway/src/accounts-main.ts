import { printErr, printOut } from '@imagesearch/service-kit/process/terminal';
import { runAccounts } from './accounts/operator/program.js';
import { openOperatorStores } from './accounts/operator/operator-stores.js';
import { loadConfig } from './config.js';

process.exitCode = await runAccounts(
  process.argv.slice(2),
  async () => openOperatorStores(loadConfig(process.env)),
  { out: printOut, err: printErr },
);
