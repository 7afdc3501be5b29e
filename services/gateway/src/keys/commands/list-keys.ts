import { Command } from 'commander';
import type { CommandRunner } from '../../accounts/operator/command-runner.js';
import { keysResult } from './key-result.js';
import { requireAccount } from '../../accounts/operator/operator-stores.js';

export function listKeysCommand(runner: CommandRunner): Command {
  return new Command('list')
    .description('keys of an account, or of all: never the key itself')
    .argument('[account]', 'its name')
    .action(async (name: string | undefined, _options: object, command: Command) =>
      runner.run(command, async (stores) => {
        const account = name === undefined ? undefined : await requireAccount(stores, name);
        return keysResult(await stores.keys.list(account?.id), new Date());
      }),
    );
}
