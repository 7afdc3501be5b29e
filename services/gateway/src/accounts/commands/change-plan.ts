import { Command } from 'commander';
import { planOf } from '../../billing/plans.js';
import type { CommandRunner } from '../operator/command-runner.js';
import { requireAccount } from '../operator/operator-stores.js';

export function changePlanCommand(runner: CommandRunner): Command {
  return new Command('plan')
    .description('put an account on another plan; every gateway follows within 5 seconds')
    .argument('<account>', 'its name')
    .argument('<plan>', 'a plan of the price list')
    .action(async (name: string, plan: string, _options: object, command: Command) =>
      runner.run(command, async (stores) => {
        const account = await requireAccount(stores, name);
        const { id } = planOf(stores.pricing, plan);
        await stores.accounts.setPlan(account.id, id);
        return {
          facts: { account_id: account.id, name, plan: id, previous_plan: account.plan },
          head: ['account', 'plan', 'before'],
          rows: [[name, id, account.plan]],
        };
      }),
    );
}
