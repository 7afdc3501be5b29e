import { Command } from 'commander';
import { billedAccount } from '../account.js';
import { minuteOf } from '../operator/answer.js';
import type { Desk } from '../operator/command.js';
import { accountWithPlan } from '../operator/operator.js';

export function usageCommand(desk: Desk): Command {
  return new Command('usage')
    .description("an account's credits in its present billing period")
    .argument('<account>', 'its name')
    .action(async (name: string, _options: object, command: Command) =>
      desk.serve(command, async (operator) => {
        const account = await accountWithPlan(operator, name);
        const { plan } = account;
        const { period, granted, used, reserved, remaining, packs } = await operator.usage.balanceOf(
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
              minuteOf(period.endsAt),
              granted ?? 'no limit',
              used,
              reserved,
              remaining ?? 'no limit',
              packs,
            ],
          ],
        };
      }),
    );
}
