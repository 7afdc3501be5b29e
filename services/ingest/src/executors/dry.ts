import type { Intake, Outcome, VersionedItem } from './executor.js';
import type { TakeInDeps } from '../pipeline/ingest-asset.js';
import { mapConcurrently } from '@imagesearch/service-kit/resilience/semaphore';
import { itemFailureOf } from '../pipeline/item-failure.js';

const BATCH_ITEMS = 64;
const FILES_AT_ONCE = 4;

/** Takes nothing in: looks at the files that are at hand and says what would become of each item. */
export function createDryIntake(deps: Pick<TakeInDeps, 'loadPicture' | 'signal'>): Intake {
  return {
    batchItems: BATCH_ITEMS,
    takeInAll: (items, onSettled) =>
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
  { item: { picture } }: VersionedItem,
  { loadPicture, signal }: Pick<TakeInDeps, 'loadPicture' | 'signal'>,
): Promise<Outcome> {
  if (!('path' in picture)) return { kind: 'added' };
  try {
    await loadPicture(picture, signal);
    return { kind: 'added' };
  } catch (error) {
    const reason = itemFailureOf(error, signal);
    if (reason === undefined) throw error;
    return { kind: 'failed', reason };
  }
}
