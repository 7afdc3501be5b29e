import pLimit from 'p-limit';
import { ItemFault } from '../pipeline/item-fault.js';
import type { Intake, Outcome, VersionedItem } from './executor.js';
import type { TakeInDeps } from '../pipeline/ingest-asset.js';

const BATCH_ITEMS = 64;
const FILES_AT_ONCE = 4;

/** Takes nothing in: looks at the files that are at hand and says what would become of each item. */
export function createDryIntake(deps: Pick<TakeInDeps, 'loadPicture' | 'signal'>): Intake {
  const limit = pLimit(FILES_AT_ONCE);
  return {
    batchItems: BATCH_ITEMS,
    takeInAll: (items, onSettled) =>
      Promise.all(
        items.map((item) =>
          limit(async () => {
            const outcome = await lookAt(item, deps);
            onSettled();
            return outcome;
          }),
        ),
      ),
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
    if (error instanceof ItemFault) return { kind: 'failed', reason: error.message };
    throw error;
  }
}
