import { Command, CommanderError } from 'commander';
import { ConfigError } from '@imagesearch/service-kit/config';
import { toAppError } from '@imagesearch/service-kit/errors';
import type { Outputs } from './command-result.js';
import { createAccountCommand } from '../commands/create-account.js';
import { grantCreditsCommand } from '../../billing/commands/grant-credits.js';
import { addPackCommand } from '../../billing/commands/add-pack.js';
import { createKeyCommand } from '../../keys/commands/create-key.js';
import { listKeysCommand } from '../../keys/commands/list-keys.js';
import { revokeKeyCommand } from '../../keys/commands/revoke-key.js';
import { rotateKeyCommand } from '../../keys/commands/rotate-key.js';
import { listAccountsCommand } from '../commands/list-accounts.js';
import { changePlanCommand } from '../commands/change-plan.js';
import { showUsageCommand } from '../commands/show-usage.js';
import { CommandRunner } from './command-runner.js';
import type { OperatorStores } from './operator-stores.js';
import { OperatorError } from './operator-error.js';

const EXIT_DONE = 0;
const EXIT_FAILED = 1;
/** An invalid command, argument or configuration. */
const EXIT_INVALID = 2;

/** Returns the exit status: 0 for success, 1 for a command that failed, 2 for an invalid one. */
export async function runAccounts(
  args: readonly string[],
  open: () => Promise<OperatorStores>,
  outputs: Outputs,
): Promise<number> {
  const program = createProgram(new CommandRunner(open, outputs), outputs);
  try {
    await program.parseAsync([...args], { from: 'user' });
    return EXIT_DONE;
  } catch (error) {
    // Commander has already printed the error or the help.
    if (error instanceof CommanderError) return error.exitCode === 0 ? EXIT_DONE : EXIT_INVALID;
    outputs.err(explain(error));
    return error instanceof ConfigError ? EXIT_INVALID : EXIT_FAILED;
  }
}

function createProgram(runner: CommandRunner, { out, err }: Outputs): Command {
  const program = new Command('accounts').description('Accounts of the gateway, their plans and their keys.');
  const keys = new Command('keys').description('the API keys of accounts');
  for (const make of [createKeyCommand, listKeysCommand, rotateKeyCommand, revokeKeyCommand])
    keys.addCommand(make(runner));
  const credits = new Command('credits').description('the credits of accounts');
  for (const make of [grantCreditsCommand, addPackCommand]) credits.addCommand(make(runner));
  for (const make of [createAccountCommand, listAccountsCommand, changePlanCommand, showUsageCommand])
    program.addCommand(make(runner));
  program.addCommand(keys).addCommand(credits);

  for (const command of allOf(program)) {
    command
      .exitOverride()
      .showHelpAfterError()
      .configureOutput({
        writeOut: (text) => out(text.trimEnd()),
        writeErr: (text) => err(text.trimEnd()),
      });
    if (command.commands.length === 0) command.option('--json', 'print JSON instead of a table');
  }
  return program;
}

function allOf(command: Command): Command[] {
  return [command, ...command.commands.flatMap(allOf)];
}

function explain(error: unknown): string {
  if (error instanceof OperatorError || error instanceof ConfigError) return error.message;
  const { code, message, cause } = toAppError(error);
  return code === 'internal' && cause instanceof Error ? cause.message : message;
}
