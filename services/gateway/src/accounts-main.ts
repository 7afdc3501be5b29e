import { printErr, printOut } from '@imagesearch/service-kit/process/terminal';
import { choosePerform } from './accounts/operator/choose-perform.js';
import { runAccounts } from './accounts/operator/program.js';

process.exitCode = await runAccounts(
  process.argv.slice(2),
  async (operation, input) => choosePerform(process.env)(operation, input),
  { out: printOut, err: printErr },
);
