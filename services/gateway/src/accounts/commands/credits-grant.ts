import { Command } from 'commander';
import { billedAccount } from '../account.js';
import { creditCount } from '../operator/arguments.js';
import type { Desk } from '../operator/command.js';
import { accountWithPlan } from '../operator/operator.js';
import { OperatorError } from '../operator/operator-error.js';

export function creditsGrantCommand(desk: Desk): Command {
  return new Command('grant')
    .description("add credits to an account's present billing period, with which they expire")
    .argument('<account>', 'its name')
    .argument('<credits>', 'how many', creditCount)
    .action(async (name: string, credits: number, _options: object, command: Command) =>
      desk.serve(command, async (operator) => {
        const account = await accountWithPlan(operator, name);
        const { plan } = account;
        if (plan.monthly_credits === null)
          throw new OperatorError(`The ${plan.name} plan has no limit; there is nothing to add to.`);
        const remaining = await operator.ledger.grant(billedAccount(account), credits);
        return {
          facts: { account_id: account.id, name, granted: credits, remaining },
          head: ['account', 'granted', 'remaining'],
          rows: [[name, credits, remaining]],
        };
      }),
    );
}
