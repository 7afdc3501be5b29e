import { readFile } from 'node:fs/promises';
import { toAppError } from '@imagesearch/service-kit/errors';
import { printableText } from '@imagesearch/service-kit/text/printable-text';
import { printErr, printOut } from '@imagesearch/service-kit/process/terminal';
import type { Command } from 'commander';
import type { IngestClients } from '@imagesearch/contracts/clients';
import { EXIT_FAILED, requireFile, withClients, type CommandContext } from './command.js';

const ASSET_ID = /^[a-z0-9][a-z0-9._-]{0,63}:[^\s\p{Cc}]+$/u;

/** Recorded with the change. */
export interface Cause {
  by: string;
  why: string;
}

export type ChangeAsset = (assetId: string, cause: Cause, clients: IngestClients) => Promise<string>;

/** Adds the arguments of a command that changes assets. A failure on one asset does not stop the others. */
export function onAssets(command: Command, context: () => CommandContext, change: ChangeAsset): void {
  command
    .argument('<asset-id-or-file>', 'one asset id, or a file with one asset id per line')
    .requiredOption('--by <who>', 'who asks for the change (recorded)')
    .requiredOption('--why <reason>', 'why (recorded)')
    .action(async (target: string, cause: Cause) => {
      const { resolvePath, signal } = context();
      const assetIds = ASSET_ID.test(target) ? [target] : await readIds(resolvePath(target));
      await withClients(context(), async (clients) => {
        for (const assetId of assetIds) {
          signal.throwIfAborted();
          await report(assetId, () => change(assetId, cause, clients));
        }
      });
    });
}

async function report(assetId: string, work: () => Promise<string>): Promise<void> {
  try {
    printOut(`${printableText(assetId)}: ${await work()}`);
  } catch (error) {
    printErr(`${printableText(assetId)}: ${printableText(toAppError(error).message)}`);
    process.exitCode = EXIT_FAILED;
  }
}

async function readIds(path: string): Promise<string[]> {
  const lines = (await readFile(await requireFile(path), 'utf8')).split('\n').map((line) => line.trim());
  return lines.filter((line) => line !== '');
}
