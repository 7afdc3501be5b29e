import { Command } from 'commander';
import { formatMinute } from '../operator/command-result.js';
import type { CommandRunner } from '../operator/command-runner.js';

export function listAccountsCommand(runner: CommandRunner): Command {
  return new Command('list')
    .description('every account: its plan, its billing day, and how many of its keys work')
    .action(async (_options: object, command: Command) =>
      runner.run(command, async ({ accounts }) => {
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
      }),
    );
}
