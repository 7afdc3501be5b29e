import { printErr, printOut } from '@imagesearch/service-kit/process/terminal';
import { runAccounts } from './accounts/operator/program.js';
import { openOperator } from './accounts/operator/operator.js';
import { loadConfig } from './config.js';

/** The operator's command for accounts and keys. */
process.exitCode = await runAccounts(
  process.argv.slice(2),
  async () => openOperator(loadConfig(process.env)),
  { out: printOut, err: printErr },
);
