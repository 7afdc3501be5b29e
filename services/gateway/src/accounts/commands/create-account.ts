import { Command } from 'commander';
import { z } from 'zod';
import { planOf } from '../../billing/plans.js';
import { issuedKeyResult } from '../../keys/commands/key-result.js';
import { parseBillingDay, parseName } from '../operator/arguments.js';
import type { CommandRunner } from '../operator/command-runner.js';
import { billingDayInput, nameInput, referenceInput } from '../operator/inputs.js';
import type { Operation } from '../operator/operation.js';
import { OperatorError } from '../operator/operator-error.js';
import { requireKey } from '../operator/operator-stores.js';

interface NewAccount {
  name: string;
  plan: string;
  /** By default that of today. */
  billing_day?: number | undefined;
}

export const createAccount: Operation<NewAccount> = {
  name: 'create-account',
  input: z.strictObject({ name: nameInput, plan: referenceInput, billing_day: billingDayInput.optional() }),
  run: async (stores, { name, plan, billing_day }) => {
    const now = new Date();
    const account = await stores.accounts.create({
      name,
      plan: planOf(stores.pricing, plan).id,
      billingDay: billing_day ?? now.getUTCDate(),
    });
    if (!account) {
      throw new OperatorError(
        `There is an account "${name}" already. Another key for it: npm run accounts -- keys create ${name}`,
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
  },
};

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
    .action(
      ({ name, plan, billingDay }: { name: string; plan: string; billingDay?: number }, command: Command) =>
        runner.run(command, createAccount, { name, plan, billing_day: billingDay }),
    );
}
