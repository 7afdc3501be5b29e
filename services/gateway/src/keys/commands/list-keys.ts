import { Command } from 'commander';
import { z } from 'zod';
import type { CommandRunner } from '../../accounts/operator/command-runner.js';
import { referenceInput } from '../../accounts/operator/inputs.js';
import type { Operation } from '../../accounts/operator/operation.js';
import { requireAccount } from '../../accounts/operator/operator-stores.js';
import { keysResult } from './key-result.js';

export const listKeys: Operation<{ account?: string | undefined }> = {
  name: 'list-keys',
  input: z.strictObject({ account: referenceInput.optional() }),
  run: async (stores, { account: name }) => {
    const account = name === undefined ? undefined : await requireAccount(stores, name);
    return keysResult(await stores.keys.list(account?.id), new Date());
  },
};

export function listKeysCommand(runner: CommandRunner): Command {
  return new Command('list')
    .description('keys of an account, or of all: never the key itself')
    .argument('[account]', 'its name')
    .action((account: string | undefined, _options: object, command: Command) =>
      runner.run(command, listKeys, { account }),
    );
}
