import { Command } from 'commander';
import { environmentOf } from '../../keys/api-key.js';
import { durationMs } from '../operator/arguments.js';
import type { Desk } from '../operator/command.js';
import { issuedAnswer } from '../operator/key-answer.js';
import { keyNamed } from '../operator/operator.js';
import { OperatorError } from '../operator/operator-error.js';

const DEFAULT_GRACE = '24h';

export function keysRotateCommand(desk: Desk): Command {
  return new Command('rotate')
    .description('make the successor of a key, with its name, scopes and end; it is printed once')
    .argument('<key>', 'the id of the key, or its prefix')
    .option(
      '--grace <duration>',
      `how long the old key works on (30m, 24h, 7d, 0) (default: ${DEFAULT_GRACE})`,
      durationMs,
      durationMs(DEFAULT_GRACE),
    )
    .action(async (idOrPrefix: string, { grace }: { grace: number }, command: Command) =>
      desk.serve(command, async (operator) => {
        const old = await keyNamed(operator, idOrPrefix);
        const issued = await operator.keys.rotate(old.id, environmentOf(old.prefix), grace);
        if (!issued) throw new OperatorError(`The key ${old.prefix} has ended, or has a successor already.`);
        const answer = issuedAnswer(issued, await keyNamed(operator, issued.id), new Date());
        const { expiresAt } = await keyNamed(operator, old.id);
        return {
          ...answer,
          facts: { ...(answer.facts as object), replaced: { key_id: old.id, expires_at: expiresAt } },
          note: `The key is shown this once. Keep it now. ${old.prefix} works until ${expiresAt?.toISOString() ?? ''}.`,
        };
      }),
    );
}
