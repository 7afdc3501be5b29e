import { Command, Option } from 'commander';
import type { KeyEnvironment } from '../../keys/api-key.js';
import { SCOPES, type Scope } from '../../keys/scope.js';
import { displayName, endOf, scopeList } from '../operator/arguments.js';
import type { Desk } from '../operator/command.js';
import { issuedAnswer } from '../operator/key-answer.js';
import { accountNamed, keyNamed } from '../operator/operator.js';

interface Options {
  name: string;
  env: KeyEnvironment;
  scopes: Scope[];
  expires?: Date;
}

export function keysCreateCommand(desk: Desk): Command {
  return new Command('create')
    .description('make another key of an account; it is printed once')
    .argument('<account>', 'its name')
    .option('--name <name>', 'what the key is for', displayName, 'default')
    .option('--scopes <scopes>', `what it may be used for: ${SCOPES.join(',')}`, scopeList, [...SCOPES])
    .option(
      '--expires <when>',
      'its last day (2027-12-31, UTC) or a duration (90d); never, when left out',
      endOf,
    )
    .addOption(
      new Option('--env <env>', 'the middle part of the key')
        .choices(['live', 'test', 'demo'])
        .default('live'),
    )
    .action(async (name: string, options: Options, command: Command) =>
      desk.serve(command, async (operator) => {
        const account = await accountNamed(operator, name);
        const issued = await operator.keys.issue(account.id, {
          environment: options.env,
          name: options.name,
          scopes: options.scopes,
          expiresAt: options.expires ?? null,
        });
        return issuedAnswer(issued, await keyNamed(operator, issued.id), new Date());
      }),
    );
}
