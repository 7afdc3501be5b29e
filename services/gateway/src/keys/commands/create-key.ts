import { Command, Option } from 'commander';
import type { KeyEnvironment } from '../api-key.js';
import { SCOPES, type Scope } from '../scope.js';
import { parseName, parseExpiry, parseScopes } from '../../accounts/operator/arguments.js';
import type { CommandRunner } from '../../accounts/operator/command-runner.js';
import { issuedKeyResult } from './key-result.js';
import { requireAccount, requireKey } from '../../accounts/operator/operator-stores.js';

interface Options {
  name: string;
  env: KeyEnvironment;
  scopes: Scope[];
  expires?: Date;
}

export function createKeyCommand(runner: CommandRunner): Command {
  return new Command('create')
    .description('make another key of an account; it is printed once')
    .argument('<account>', 'its name')
    .option('--name <name>', 'what the key is for', parseName, 'default')
    .option('--scopes <scopes>', `what it may be used for: ${SCOPES.join(',')}`, parseScopes, [...SCOPES])
    .option(
      '--expires <when>',
      'its last day (2027-12-31, UTC) or a duration (90d); never, when left out',
      parseExpiry,
    )
    .addOption(
      new Option('--env <env>', 'the middle part of the key')
        .choices(['live', 'test', 'demo'])
        .default('live'),
    )
    .action(async (name: string, options: Options, command: Command) =>
      runner.run(command, async (stores) => {
        const account = await requireAccount(stores, name);
        const issued = await stores.keys.create(account.id, {
          environment: options.env,
          name: options.name,
          scopes: options.scopes,
          expiresAt: options.expires ?? null,
        });
        return issuedKeyResult(issued, await requireKey(stores, issued.id), new Date());
      }),
    );
}
