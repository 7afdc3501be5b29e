import { Command, Option } from 'commander';
import { z } from 'zod';
import { parseExpiry, parseName, parseScopes } from '../../accounts/operator/arguments.js';
import type { CommandRunner } from '../../accounts/operator/command-runner.js';
import { nameInput, referenceInput, scopesInput } from '../../accounts/operator/inputs.js';
import type { Operation } from '../../accounts/operator/operation.js';
import { requireAccount, requireKey } from '../../accounts/operator/operator-stores.js';
import { KEY_ENVIRONMENTS, type KeyEnvironment } from '../api-key.js';
import { SCOPES, type Scope } from '../scope.js';
import { issuedKeyResult } from './key-result.js';

const input = z.strictObject({
  account: referenceInput,
  name: nameInput.default('default'),
  environment: z.enum(KEY_ENVIRONMENTS).default('live'),
  scopes: scopesInput.default([...SCOPES]),
  expires_at: z.iso
    .datetime()
    .refine((time) => new Date(time) > new Date(), { error: 'That time is over.' })
    .nullable()
    .default(null),
});

export const createKey: Operation<z.output<typeof input>> = {
  name: 'create-key',
  input,
  run: async (stores, { account: accountName, name, environment, scopes, expires_at }) => {
    const account = await requireAccount(stores, accountName);
    const expiresAt = expires_at === null ? null : new Date(expires_at);
    const issued = await stores.keys.create(account.id, { environment, name, scopes, expiresAt });
    return issuedKeyResult(issued, await requireKey(stores, issued.id), new Date());
  },
};

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
      new Option('--env <env>', 'the middle part of the key').choices(KEY_ENVIRONMENTS).default('live'),
    )
    .action((account: string, { name, env, scopes, expires }: Options, command: Command) =>
      runner.run(command, createKey, {
        account,
        name,
        environment: env,
        scopes,
        expires_at: expires?.toISOString() ?? null,
      }),
    );
}
