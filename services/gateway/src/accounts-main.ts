import { printErr, printOut } from '@imagesearch/service-kit/process/terminal';
import { transportOf } from './accounts/operator/transport.js';
import { runAccounts } from './accounts/operator/program.js';

process.exitCode = await runAccounts(
  process.argv.slice(2),
  async (operation, input) => transportOf(process.env)(operation, input),
  { out: printOut, err: printErr },
);
