import { Command } from 'commander';
import { billedAccount } from '../../domain/account.js';
import { planOf } from '../../domain/plans.js';
import { creditCount } from '../arguments.js';
import type { Desk } from '../desk.js';
import { accountNamed } from '../operator.js';
import { OperatorError } from '../operator-error.js';

export function creditsGrantCommand(desk: Desk): Command {
  return new Command('grant')
    .description("add credits to an account's present billing period, with which they lapse")
    .argument('<account>', 'its name')
    .argument('<credits>', 'how many', creditCount)
    .action(async (name: string, credits: number, _options: object, command: Command) =>
      desk.serve(command, async (operator) => {
        const account = await accountNamed(operator, name);
        const plan = planOf(operator.pricing, account.plan);
        if (plan.monthly_credits === null)
          throw new OperatorError(`The ${plan.name} plan has no limit; there is nothing to add to.`);
        const remaining = await operator.ledger.grant(billedAccount(account, plan), credits);
        return {
          facts: { account_id: account.id, name, granted: credits, remaining },
          head: ['account', 'granted', 'remaining'],
          rows: [[name, credits, remaining]],
        };
      }),
    );
}
