import { Command } from 'commander';
import { z } from 'zod';
import { billedAccount } from '../account.js';
import { formatMinute } from '../operator/command-result.js';
import type { CommandRunner } from '../operator/command-runner.js';
import { referenceInput } from '../operator/inputs.js';
import type { Operation } from '../operator/operation.js';
import { requireAccountOnPlan } from '../operator/operator-stores.js';

export const showUsage: Operation<{ account: string }> = {
  name: 'show-usage',
  input: z.strictObject({ account: referenceInput }),
  run: async (stores, { account: name }) => {
    const account = await requireAccountOnPlan(stores, name);
    const { plan } = account;
    const { period, granted, used, reserved, remaining, packs } = await stores.usage.readBalance(
      billedAccount(account),
    );
    return {
      facts: {
        account_id: account.id,
        name,
        plan: plan.id,
        period: { start: period.startsAt, end: period.endsAt },
        credits: { granted, used, reserved, remaining, packs },
      },
      head: ['account', 'plan', 'period ends', 'granted', 'used', 'reserved', 'remaining', 'in packs'],
      rows: [
        [
          name,
          plan.id,
          formatMinute(period.endsAt),
          granted ?? 'no limit',
          used,
          reserved,
          remaining ?? 'no limit',
          packs,
        ],
      ],
    };
  },
};

export function showUsageCommand(runner: CommandRunner): Command {
  return new Command('usage')
    .description("an account's credits in its present billing period")
    .argument('<account>', 'its name')
    .action((account: string, _options: object, command: Command) =>
      runner.run(command, showUsage, { account }),
    );
}
