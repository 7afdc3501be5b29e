import { Command } from 'commander';
import type { Desk } from '../operator/command.js';
import { keysAnswer } from '../operator/key-answer.js';
import { keyNamed } from '../operator/operator.js';
import { OperatorError } from '../operator/operator-error.js';

export function keysRevokeCommand(desk: Desk): Command {
  return new Command('revoke')
    .description('end a key; every gateway refuses it within 5 seconds')
    .argument('<key>', 'the id of the key, or its prefix')
    .action(async (idOrPrefix: string, _options: object, command: Command) =>
      desk.serve(command, async (operator) => {
        const { id, prefix } = await keyNamed(operator, idOrPrefix);
        if (!(await operator.keys.revoke(id)))
          throw new OperatorError(`The key ${prefix} has ended already.`);
        return keysAnswer([await keyNamed(operator, id)], new Date());
      }),
    );
}
