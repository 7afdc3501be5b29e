import { userInfo } from 'node:os';
import { refused, type CommandResult } from '../operations/command.js';
import type { OperatorStores } from './commands.js';
import { COMMANDS } from './operations.js';

/** In which the `accounts` command says who runs it. Whoever has the operator's token may say any name. */
export const ACTOR_HEADER = 'X-Operator';

/** Printable ASCII, as a header needs it. A user id without a name, as containers have it, stays a number. */
export function userName(): string {
  try {
    return userInfo().username.replaceAll(/[^\x21-\x7e]/g, '?');
  } catch {
    return `uid ${process.getuid?.() ?? 'unknown'}`;
  }
}

/**
 * Writes down who asked for what, and whether it was done. What cannot be read is not asked for, and goes on no record.
 * @throws AppError `invalid_request` for a bad input, and the errors of the operation.
 */
export async function perform(
  stores: OperatorStores,
  name: string,
  { given, actor }: { given: unknown; actor: string },
): Promise<CommandResult> {
  const command = COMMANDS[name];
  if (command === undefined) throw refused(`There is no operation ${name}.`);
  const { input, run } = command.read(given);
  return stores.audit.recording({ actor, operation: name, input }, () => run(stores));
}
