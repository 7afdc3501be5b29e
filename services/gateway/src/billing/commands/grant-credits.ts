import { Command } from 'commander';
import { z } from 'zod';
import { billedAccount } from '../../accounts/account.js';
import { parseCreditCount } from '../../accounts/operator/arguments.js';
import type { CommandRunner } from '../../accounts/operator/command-runner.js';
import { creditCountInput, referenceInput } from '../../accounts/operator/inputs.js';
import type { Operation } from '../../accounts/operator/operation.js';
import { OperatorError } from '../../accounts/operator/operator-error.js';
import { requireAccountOnPlan } from '../../accounts/operator/operator-stores.js';

export const grantCredits: Operation<{ account: string; credits: number }> = {
  name: 'grant-credits',
  input: z.strictObject({ account: referenceInput, credits: creditCountInput }),
  run: async (stores, { account: name, credits }) => {
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
  },
};

export function grantCreditsCommand(runner: CommandRunner): Command {
  return new Command('grant')
    .description("add credits to an account's present billing period, with which they expire")
    .argument('<account>', 'its name')
    .argument('<credits>', 'how many', parseCreditCount)
    .action((account: string, credits: number, _options: object, command: Command) =>
      runner.run(command, grantCredits, { account, credits }),
    );
}
