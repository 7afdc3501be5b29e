import { Command } from 'commander';
import { z } from 'zod';
import { planOf } from '../../billing/plans.js';
import type { CommandRunner } from '../operator/command-runner.js';
import { referenceInput } from '../operator/inputs.js';
import type { Operation } from '../operator/operation.js';
import { requireAccount } from '../operator/operator-stores.js';

export const changePlan: Operation<{ account: string; plan: string }> = {
  name: 'change-plan',
  input: z.strictObject({ account: referenceInput, plan: referenceInput }),
  run: async (stores, { account: name, plan }) => {
    const account = await requireAccount(stores, name);
    const { id } = planOf(stores.pricing, plan);
    await stores.accounts.setPlan(account.id, id);
    return {
      facts: { account_id: account.id, name, plan: id, previous_plan: account.plan },
      head: ['account', 'plan', 'before'],
      rows: [[name, id, account.plan]],
    };
  },
};

export function changePlanCommand(runner: CommandRunner): Command {
  return new Command('plan')
    .description('put an account on another plan; every gateway follows within 5 seconds')
    .argument('<account>', 'its name')
    .argument('<plan>', 'a plan of the price list')
    .action((account: string, plan: string, _options: object, command: Command) =>
      runner.run(command, changePlan, { account, plan }),
    );
}
