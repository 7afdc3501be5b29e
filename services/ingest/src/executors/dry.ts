import type { Executor, Outcome, VersionedItem } from './executor.js';
import type { IngestDeps } from '../pipeline/ingest-asset.js';
import { mapConcurrently } from '@imagesearch/service-kit/resilience/semaphore';
import { itemFailureOf } from '../pipeline/item-failure.js';

const BATCH_ITEMS = 64;
const FILES_AT_ONCE = 4;

/** Takes nothing in: looks at the files that are at hand and says what would become of each item. */
export function createDryExecutor(deps: Pick<IngestDeps, 'loadImage' | 'signal'>): Executor {
  return {
    batchItems: BATCH_ITEMS,
    ingestAll: (items, onSettled) =>
      mapConcurrently(items, FILES_AT_ONCE, async (item) => {
        const outcome = await lookAt(item, deps);
        onSettled();
        return outcome;
      }),
    close: () => Promise.resolve(),
  };
}

/** Nothing is asked of a third party for a rehearsal. */
async function lookAt(
  { item: { image } }: VersionedItem,
  { loadImage, signal }: Pick<IngestDeps, 'loadImage' | 'signal'>,
): Promise<Outcome> {
  if (!('path' in image)) return { kind: 'added' };
  try {
    await loadImage(image, signal);
    return { kind: 'added' };
  } catch (error) {
    const reason = itemFailureOf(error, signal);
    if (reason === undefined) throw error;
    return { kind: 'failed', reason };
  }
}
