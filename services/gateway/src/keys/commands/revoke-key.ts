import { Command } from 'commander';
import type { CommandRunner } from '../../accounts/operator/command-runner.js';
import { keysResult } from './key-result.js';
import { requireKey } from '../../accounts/operator/operator-stores.js';
import { OperatorError } from '../../accounts/operator/operator-error.js';

export function revokeKeyCommand(runner: CommandRunner): Command {
  return new Command('revoke')
    .description('end a key; every gateway refuses it within 5 seconds')
    .argument('<key>', 'the id of the key, or its prefix')
    .action(async (idOrPrefix: string, _options: object, command: Command) =>
      runner.run(command, async (stores) => {
        const { id, prefix } = await requireKey(stores, idOrPrefix);
        if (!(await stores.keys.revoke(id))) throw new OperatorError(`The key ${prefix} has ended already.`);
        return keysResult([await requireKey(stores, id)], new Date());
      }),
    );
}
