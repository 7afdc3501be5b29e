import { Command } from 'commander';
import { billedAccount } from '../../accounts/account.js';
import { parseCreditCount } from '../../accounts/operator/arguments.js';
import type { CommandRunner } from '../../accounts/operator/command-runner.js';
import { requireAccountOnPlan } from '../../accounts/operator/operator-stores.js';
import { OperatorError } from '../../accounts/operator/operator-error.js';

export function grantCreditsCommand(runner: CommandRunner): Command {
  return new Command('grant')
    .description("add credits to an account's present billing period, with which they expire")
    .argument('<account>', 'its name')
    .argument('<credits>', 'how many', parseCreditCount)
    .action(async (name: string, credits: number, _options: object, command: Command) =>
      runner.run(command, async (stores) => {
        const account = await requireAccountOnPlan(stores, name);
        const { plan } = account;
        if (plan.monthly_credits === null)
          throw new OperatorError(`The ${plan.name} plan has no limit; there is nothing to add to.`);
        const remaining = await stores.ledger.grant(billedAccount(account), credits);
        return {
          facts: { account_id: account.id, name, granted: credits, remaining },
          head: ['account', 'granted', 'remaining'],
          rows: [[name, credits, remaining]],
        };
      }),
    );
}
