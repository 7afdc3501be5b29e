import { Command } from 'commander';
import type { Desk } from '../operator/command.js';
import { keysAnswer } from '../operator/key-answer.js';
import { accountNamed } from '../operator/operator.js';

export function keysListCommand(desk: Desk): Command {
  return new Command('list')
    .description('keys of an account, or of all: never the key itself')
    .argument('[account]', 'its name')
    .action(async (name: string | undefined, _options: object, command: Command) =>
      desk.serve(command, async (operator) => {
        const account = name === undefined ? undefined : await accountNamed(operator, name);
        return keysAnswer(await operator.keys.list(account?.id), new Date());
      }),
    );
}
