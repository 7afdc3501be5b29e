import { Command } from 'commander';
import { z } from 'zod';
import { formatMinute } from '../operator/command-result.js';
import type { CommandRunner } from '../operator/command-runner.js';
import type { Operation } from '../operator/operation.js';

export const listAccounts: Operation<object> = {
  name: 'list-accounts',
  input: z.strictObject({}),
  run: async ({ accounts }) => {
    const all = await accounts.list();
    return {
      facts: {
        accounts: all.map(({ id, name, plan, billingDay, createdAt, liveKeys }) => ({
          account_id: id,
          name,
          plan,
          billing_day: billingDay,
          created_at: createdAt,
          live_keys: liveKeys,
        })),
      },
      head: ['account', 'plan', 'billing day', 'live keys', 'created', 'id'],
      rows: all.map(({ id, name, plan, billingDay, createdAt, liveKeys }) => [
        name,
        plan,
        billingDay,
        liveKeys,
        formatMinute(createdAt),
        id,
      ]),
    };
  },
};

export function listAccountsCommand(runner: CommandRunner): Command {
  return new Command('list')
    .description('every account: its plan, its billing day, and how many of its keys work')
    .action((_options: object, command: Command) => runner.run(command, listAccounts, {}));
}
