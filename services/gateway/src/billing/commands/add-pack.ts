import { Command } from 'commander';
import { z } from 'zod';
import { billedAccount } from '../../accounts/account.js';
import { parseCreditCount } from '../../accounts/operator/arguments.js';
import type { CommandRunner } from '../../accounts/operator/command-runner.js';
import { creditCountInput, referenceInput } from '../../accounts/operator/inputs.js';
import type { Operation } from '../../accounts/operator/operation.js';
import { OperatorError } from '../../accounts/operator/operator-error.js';
import { requireAccountOnPlan } from '../../accounts/operator/operator-stores.js';

export const addPack: Operation<{ account: string; count: number }> = {
  name: 'add-pack',
  input: z.strictObject({ account: referenceInput, count: creditCountInput }),
  run: async (stores, { account: name, count }) => {
    const account = await requireAccountOnPlan(stores, name);
    const { plan } = account;
    const { credits, plans, usd } = stores.pricing.credit_pack;
    if (!plans.includes(plan.id)) {
      throw new OperatorError(`Packs are sold on the plans ${plans.join(', ')}; "${name}" is on ${plan.id}.`);
    }
    const packs = await stores.ledger.addPack(billedAccount(account), count * credits);
    return {
      facts: { account_id: account.id, name, added: count * credits, usd: count * usd, packs },
      head: ['account', 'added', 'USD', 'in packs now'],
      rows: [[name, count * credits, count * usd, packs]],
    };
  },
};

export function addPackCommand(runner: CommandRunner): Command {
  return new Command('pack')
    .description('add a credit pack of the price list: its credits do not expire, and are used last')
    .argument('<account>', 'its name')
    .option('--count <packs>', 'how many packs', parseCreditCount, 1)
    .action((account: string, { count }: { count: number }, command: Command) =>
      runner.run(command, addPack, { account, count }),
    );
}
