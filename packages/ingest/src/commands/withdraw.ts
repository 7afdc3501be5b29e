import { readFile } from 'node:fs/promises';
import { detachedCall } from '@imagesearch/service-kit/call-context';
import { toAppError } from '@imagesearch/service-kit/errors';
import type { IngestClients } from '../clients.js';
import { EXIT_FAILED, requireFile, withClients, type AddCommand } from './command.js';

const CALL_TIMEOUT_MS = 30_000;
const ASSET_ID = /^[a-z0-9][a-z0-9._-]{0,63}:[^\s\p{Cc}]+$/u;

export const addWithdraw: AddCommand = (program, context) => {
  program
    .command('withdraw')
    .argument('<asset-id-or-file>', 'one asset, or a file of asset ids, one a line')
    .requiredOption('--by <who>', 'who asks for it, for the record')
    .requiredOption('--why <reason>', 'why, for the record')
    .description('takes assets out of every answer at once')
    .action(async (target: string, { by, why }: { by: string; why: string }) => {
      const { resolvePath, signal } = context();
      const assetIds = ASSET_ID.test(target) ? [target] : await readIds(resolvePath(target));
      await withClients(context(), async (clients) => {
        for (const assetId of assetIds) {
          signal.throwIfAborted();
          await report(assetId, () => withdraw(assetId, by, why, clients, signal));
        }
      });
    });
};

/** Rights first: from then on no answer holds the asset, whatever becomes of the index. */
async function withdraw(
  assetId: string,
  actor: string,
  reason: string,
  { rights, retrieval }: IngestClients,
  signal: AbortSignal,
): Promise<string> {
  const { changed } = await rights.withdrawAsset(
    { assetId, actor, reason },
    detachedCall(CALL_TIMEOUT_MS, signal),
  );
  await retrieval.deletePoints({ assetIds: [assetId] }, detachedCall(CALL_TIMEOUT_MS, signal));
  return changed ? 'withdrawn' : 'was withdrawn already';
}

async function report(assetId: string, work: () => Promise<string>): Promise<void> {
  try {
    console.log(`${assetId}: ${await work()}`);
  } catch (error) {
    console.error(`${assetId}: ${toAppError(error).message}`);
    process.exitCode = EXIT_FAILED;
  }
}

async function readIds(path: string): Promise<string[]> {
  const lines = (await readFile(await requireFile(path), 'utf8')).split('\n').map((line) => line.trim());
  return lines.filter((line) => line !== '');
}
