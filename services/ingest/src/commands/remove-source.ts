import { detachedCall } from '@imagesearch/service-kit/call-context';
import { printOut } from '@imagesearch/service-kit/process/terminal';
import { printableText } from '@imagesearch/service-kit/text/printable-text';
import type { IngestClients } from '@imagesearch/contracts/clients';
import { assetsOfSource, removeAssets } from '../pipeline/remove-assets.js';
import type { Cause } from './change-state.js';
import { OperatorError, withClients, type AddCommand } from './command.js';
import { startProgressBar } from './progress-bar.js';
import { sharedOptions } from './shared-options.js';

const CALL_TIMEOUT_MS = 30_000;

export const addRemoveSource: AddCommand = (program, context) => {
  program
    .command('remove-source')
    .argument('<source>', 'the part of the asset ids before the colon; `list` shows them')
    .requiredOption('--by <who>', 'who asks for the change (recorded)')
    .requiredOption('--why <reason>', 'why (recorded)')
    .description('deletes all images of a source for good, withdrawn ones and files included')
    .action(async (source: string, { by: actor, why: reason }: Cause) => {
      const { signal } = context();
      await withClients(context(), async (clients) => {
        const total = await countOf(source, clients, signal);
        if (total === undefined) throw new OperatorError(`There is no source "${printableText(source)}".`);
        if (sharedOptions(program).dryRun === true) {
          printOut(`${source}: ${total} images would be deleted`);
          return;
        }
        const bar = startProgressBar(`Deleting ${source}`, 'pictures');
        try {
          const assetIds = counted(assetsOfSource(source, clients, signal), (done) =>
            bar.update(done, total),
          );
          const removed = await removeAssets(assetIds, { actor, reason }, clients, signal);
          await clients.rights.releaseSource({ source }, detachedCall(CALL_TIMEOUT_MS, signal));
          bar.stop();
          printOut(`${source}: ${removed} images deleted`);
        } finally {
          bar.stop();
        }
      });
    });
};

/** Undefined when neither the catalogue nor the record of origins knows the source. */
async function countOf(
  name: string,
  { rights }: IngestClients,
  signal: AbortSignal,
): Promise<number | undefined> {
  const [{ sources }, { sources: claims }] = await Promise.all([
    rights.countAssets({}, detachedCall(CALL_TIMEOUT_MS, signal)),
    rights.listSources({}, detachedCall(CALL_TIMEOUT_MS, signal)),
  ]);
  const count = sources.find(({ source }) => source === name);
  if (count !== undefined) return count.active + count.withdrawn;
  return claims.some(({ source }) => source === name) ? 0 : undefined;
}

async function* counted(ids: AsyncIterable<string>, onCount: (done: number) => void): AsyncGenerator<string> {
  let done = 0;
  for await (const id of ids) {
    yield id;
    done += 1;
    onCount(done);
  }
}
