import { Command } from 'commander';
import { planOf } from '../../billing/plans.js';
import { parseBillingDay, parseName } from '../operator/arguments.js';
import type { CommandRunner } from '../operator/command-runner.js';
import { issuedKeyResult } from '../../keys/commands/key-result.js';
import { requireKey } from '../operator/operator-stores.js';
import { OperatorError } from '../operator/operator-error.js';

export function createAccountCommand(runner: CommandRunner): Command {
  return new Command('create')
    .description('make an account and its first key, which is printed once')
    .requiredOption('--name <account>', 'a name that no other account has', parseName)
    .requiredOption('--plan <plan>', 'a plan of the price list')
    .option(
      '--billing-day <day>',
      "day of the month on which credits reset (default: today's)",
      parseBillingDay,
    )
    .action(async (options: { name: string; plan: string; billingDay?: number }, command: Command) =>
      runner.run(command, async (stores) => {
        const now = new Date();
        const account = await stores.accounts.create({
          name: options.name,
          plan: planOf(stores.pricing, options.plan).id,
          billingDay: options.billingDay ?? now.getUTCDate(),
        });
        if (!account) {
          throw new OperatorError(
            `There is an account "${options.name}" already. Another key for it: accounts keys create ${options.name}`,
          );
        }
        const issued = await stores.keys.create(account.id, { environment: 'live' });
        const answer = issuedKeyResult(issued, await requireKey(stores, issued.id), now);
        return {
          ...answer,
          facts: {
            account_id: account.id,
            plan: account.plan,
            billing_day: account.billingDay,
            ...(answer.facts as object),
          },
        };
      }),
    );
}
