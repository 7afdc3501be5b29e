import { Command } from 'commander';
import { z } from 'zod';
import { parseDurationMs } from '../../accounts/operator/arguments.js';
import type { CommandRunner } from '../../accounts/operator/command-runner.js';
import { graceMsInput, referenceInput } from '../../accounts/operator/inputs.js';
import type { Operation } from '../../accounts/operator/operation.js';
import { OperatorError } from '../../accounts/operator/operator-error.js';
import { requireKey } from '../../accounts/operator/operator-stores.js';
import { environmentOf } from '../api-key.js';
import { issuedKeyResult } from './key-result.js';

const DEFAULT_GRACE = '24h';
const DEFAULT_GRACE_MS = parseDurationMs(DEFAULT_GRACE);

export const rotateKey: Operation<{ key: string; grace_ms: number }> = {
  name: 'rotate-key',
  input: z.strictObject({ key: referenceInput, grace_ms: graceMsInput.default(DEFAULT_GRACE_MS) }),
  run: async (stores, { key: idOrPrefix, grace_ms }) => {
    const old = await requireKey(stores, idOrPrefix);
    const issued = await stores.keys.rotate(old.id, environmentOf(old.prefix), grace_ms);
    if (!issued) throw new OperatorError(`The key ${old.prefix} has ended, or has a successor already.`);
    const answer = issuedKeyResult(issued, await requireKey(stores, issued.id), new Date());
    const { expiresAt } = await requireKey(stores, old.id);
    return {
      ...answer,
      facts: { ...(answer.facts as object), replaced: { key_id: old.id, expires_at: expiresAt } },
      note: `The key is shown this once. Keep it now. ${old.prefix} works until ${expiresAt?.toISOString() ?? ''}.`,
    };
  },
};

export function rotateKeyCommand(runner: CommandRunner): Command {
  return new Command('rotate')
    .description('make the successor of a key, with its name, scopes and end; it is printed once')
    .argument('<key>', 'the id of the key, or its prefix')
    .option(
      '--grace <duration>',
      `how long the old key works on (30m, 24h, 7d, 0) (default: ${DEFAULT_GRACE})`,
      parseDurationMs,
      DEFAULT_GRACE_MS,
    )
    .action((key: string, { grace }: { grace: number }, command: Command) =>
      runner.run(command, rotateKey, { key, grace_ms: grace }),
    );
}
