import { Command } from 'commander';
import { environmentOf } from '../api-key.js';
import { parseDurationMs } from '../../accounts/operator/arguments.js';
import type { CommandRunner } from '../../accounts/operator/command-runner.js';
import { issuedKeyResult } from './key-result.js';
import { requireKey } from '../../accounts/operator/operator-stores.js';
import { OperatorError } from '../../accounts/operator/operator-error.js';

const DEFAULT_GRACE = '24h';

export function rotateKeyCommand(runner: CommandRunner): Command {
  return new Command('rotate')
    .description('make the successor of a key, with its name, scopes and end; it is printed once')
    .argument('<key>', 'the id of the key, or its prefix')
    .option(
      '--grace <duration>',
      `how long the old key works on (30m, 24h, 7d, 0) (default: ${DEFAULT_GRACE})`,
      parseDurationMs,
      parseDurationMs(DEFAULT_GRACE),
    )
    .action(async (idOrPrefix: string, { grace }: { grace: number }, command: Command) =>
      runner.run(command, async (stores) => {
        const old = await requireKey(stores, idOrPrefix);
        const issued = await stores.keys.rotate(old.id, environmentOf(old.prefix), grace);
        if (!issued) throw new OperatorError(`The key ${old.prefix} has ended, or has a successor already.`);
        const answer = issuedKeyResult(issued, await requireKey(stores, issued.id), new Date());
        const { expiresAt } = await requireKey(stores, old.id);
        return {
          ...answer,
          facts: { ...(answer.facts as object), replaced: { key_id: old.id, expires_at: expiresAt } },
          note: `The key is shown this once. Keep it now. ${old.prefix} works until ${expiresAt?.toISOString() ?? ''}.`,
        };
      }),
    );
}
