import { Command } from 'commander';
import { z } from 'zod';
import type { CommandRunner } from '../../accounts/operator/command-runner.js';
import { referenceInput } from '../../accounts/operator/inputs.js';
import type { Operation } from '../../accounts/operator/operation.js';
import { OperatorError } from '../../accounts/operator/operator-error.js';
import { requireKey } from '../../accounts/operator/operator-stores.js';
import { keysResult } from './key-result.js';

export const revokeKey: Operation<{ key: string }> = {
  name: 'revoke-key',
  input: z.strictObject({ key: referenceInput }),
  run: async (stores, { key: idOrPrefix }) => {
    const { id, prefix } = await requireKey(stores, idOrPrefix);
    if (!(await stores.keys.revoke(id))) throw new OperatorError(`The key ${prefix} has ended already.`);
    return keysResult([await requireKey(stores, id)], new Date());
  },
};

export function revokeKeyCommand(runner: CommandRunner): Command {
  return new Command('revoke')
    .description('end a key; every gateway refuses it within 5 seconds')
    .argument('<key>', 'the id of the key, or its prefix')
    .action((key: string, _options: object, command: Command) => runner.run(command, revokeKey, { key }));
}
