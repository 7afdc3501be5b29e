import { Command } from 'commander';
import { billedAccount } from '../account.js';
import { creditCount } from '../operator/arguments.js';
import type { Desk } from '../operator/command.js';
import { accountWithPlan } from '../operator/operator.js';
import { OperatorError } from '../operator/operator-error.js';

export function creditsPackCommand(desk: Desk): Command {
  return new Command('pack')
    .description('add a credit pack of the price list: its credits do not expire, and are used last')
    .argument('<account>', 'its name')
    .option('--count <packs>', 'how many packs', creditCount, 1)
    .action(async (name: string, { count }: { count: number }, command: Command) =>
      desk.serve(command, async (operator) => {
        const account = await accountWithPlan(operator, name);
        const { plan } = account;
        const { credits, plans, usd } = operator.pricing.credit_pack;
        if (!plans.includes(plan.id)) {
          throw new OperatorError(
            `Packs are sold on the plans ${plans.join(', ')}; "${name}" is on ${plan.id}.`,
          );
        }
        const packs = await operator.ledger.addPack(billedAccount(account), count * credits);
        return {
          facts: { account_id: account.id, name, added: count * credits, usd: count * usd, packs },
          head: ['account', 'added', 'USD', 'in packs now'],
          rows: [[name, count * credits, count * usd, packs]],
        };
      }),
    );
}
