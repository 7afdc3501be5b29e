import { printErr } from '@imagesearch/service-kit/process/terminal';
import { printableText } from '@imagesearch/service-kit/text/printable-text';
import type { IngestClients } from '@imagesearch/contracts/clients';
import { goneAssets, removeAssets } from '../pipeline/remove-assets.js';
import type { Source } from '../sources/source.js';

const NAMED_MAX = 10;

export interface PruneOptions {
  /** Removes what is gone; otherwise it is only named. */
  prune: boolean;
  dryRun: boolean;
  machine: string;
  signal: AbortSignal;
}

/** Says which assets of a source the collection has no more, and removes them when the operator wants it. */
export async function pruneSource(
  source: Source,
  clients: IngestClients,
  { prune, dryRun, machine, signal }: PruneOptions,
): Promise<void> {
  if (source.present === undefined) return;
  const gone = await goneAssets(source, clients, signal);
  if (gone === undefined) {
    if (prune) printErr('Nothing is removed: a part of the collection cannot be read.');
    return;
  }
  const { assetIds, isEverything } = gone;
  if (assetIds.length === 0) return;
  const count = `${assetIds.length} of the source's images ${assetIds.length === 1 ? 'is' : 'are'} no longer in the collection`;
  printErr(`${count}${prune && !dryRun ? '' : offer(prune)}: ${named(assetIds)}`);
  if (!prune || dryRun) return;
  if (isEverything) {
    printErr(
      `Nothing is removed, because the collection is empty. To remove it: remove-source ${source.source}`,
    );
    return;
  }
  const removal = { actor: `ingest --prune on ${machine}`, reason: 'no longer in the collection' };
  printErr(`Removed: ${await removeAssets(assetIds, removal, clients, signal)}`);
}

const offer = (prune: boolean): string => (prune ? '; --prune would remove them' : '; --prune removes them');

function named(assetIds: readonly string[]): string {
  const first = assetIds.slice(0, NAMED_MAX).map((assetId) => printableText(assetId));
  return `${first.join(', ')}${assetIds.length > NAMED_MAX ? ', …' : ''}`;
}
