import { Command, CommanderError } from 'commander';
import { ConfigError } from '@imagesearch/service-kit/config';
import { toAppError } from '@imagesearch/service-kit/errors';
import type { Outputs } from './answer.js';
import { createCommand } from '../commands/create.js';
import { creditsGrantCommand } from '../commands/credits-grant.js';
import { creditsPackCommand } from '../commands/credits-pack.js';
import { keysCreateCommand } from '../commands/keys-create.js';
import { keysListCommand } from '../commands/keys-list.js';
import { keysRevokeCommand } from '../commands/keys-revoke.js';
import { keysRotateCommand } from '../commands/keys-rotate.js';
import { listCommand } from '../commands/list.js';
import { planCommand } from '../commands/plan.js';
import { usageCommand } from '../commands/usage.js';
import { Desk } from './command.js';
import type { Operator } from './operator.js';
import { OperatorError } from './operator-error.js';

const EXIT_DONE = 0;
const EXIT_FAILED = 1;
/** A command, an argument or a configuration that cannot be understood. */
const EXIT_MISUSED = 2;

/**
 * Runs one command of the operator.
 * @returns the exit status: 0 when it is done, 1 when it cannot be done, 2 when it cannot be understood.
 */
export async function runAccounts(
  args: readonly string[],
  open: () => Promise<Operator>,
  outputs: Outputs,
): Promise<number> {
  const program = createProgram(new Desk(open, outputs), outputs);
  try {
    await program.parseAsync([...args], { from: 'user' });
    return EXIT_DONE;
  } catch (error) {
    // Commander has said what is wrong, or has printed the help it was asked for.
    if (error instanceof CommanderError) return error.exitCode === 0 ? EXIT_DONE : EXIT_MISUSED;
    outputs.err(explain(error));
    return error instanceof ConfigError ? EXIT_MISUSED : EXIT_FAILED;
  }
}

function createProgram(desk: Desk, { out, err }: Outputs): Command {
  const program = new Command('accounts').description('Accounts of the gateway, their plans and their keys.');
  const keys = new Command('keys').description('the API keys of accounts');
  for (const make of [keysCreateCommand, keysListCommand, keysRotateCommand, keysRevokeCommand])
    keys.addCommand(make(desk));
  const credits = new Command('credits').description('the credits of accounts');
  for (const make of [creditsGrantCommand, creditsPackCommand]) credits.addCommand(make(desk));
  for (const make of [createCommand, listCommand, planCommand, usageCommand]) program.addCommand(make(desk));
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
