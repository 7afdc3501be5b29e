import type { CallContext } from '@imagesearch/service-kit/call-context';
import type { Logger } from '@imagesearch/service-kit/logging';
import { startRounds } from '@imagesearch/service-kit/process/rounds';
import type { AssetStore } from './asset-store.js';
import type { Deletion, RemovedAsset } from './assets.js';
import type { BlobStore } from './blobs/blob-store.js';
import type { ContentRegister } from './contents.js';
import { allBlobKeys } from './files.js';

/** Sweeps at once and then at an interval. @returns stops it. */
export function startSweeping(deps: SweepDeps, intervalMs: number, logger: Logger): () => Promise<void> {
  let cursor = '';
  const sweep = async (): Promise<void> => {
    const swept = await sweepBlobs(deps, cursor);
    cursor = swept.cursor;
    if (swept.removed > 0) logger.info({ contents: swept.removed }, 'removed files that no asset refers to');
  };
  const onFailure = (error: unknown) =>
    logger.warn({ err: error }, 'files that no asset refers to could not be removed');
  return startRounds(sweep, { intervalMs, onFailure });
}

/** Longer than any ingestion takes from its claim to its row. */
const GRACE_MS = 24 * 60 * 60_000;
const PAGE_CONTENTS = 500;
/** Of one sweep. The next one continues behind them, so that no sweep costs more on a larger catalogue. */
const SWEEP_CONTENTS_MAX = 100_000;
/** Far less than the time after which another sweeper may take over a condemned content. The next sweep does the rest. */
const SWEEP_MS_MAX = 5 * 60_000;

interface SweepDeps {
  blobs: Pick<BlobStore, 'remove' | 'removeUnfinished'>;
  contents: ContentRegister;
  /** Unix milliseconds. */
  now: () => number;
}

/** Where a sweep ended. */
interface Swept {
  /** Contents whose files were removed. */
  removed: number;
  /** Where the next sweep continues; empty at the beginning. */
  cursor: string;
}

/**
 * Removes the files of contents that no asset refers to: replaced bytes, and files of an ingestion that died before
 * its row was written. Files of withdrawn assets stay, so that the assets can be restored.
 * @param cursor Where the sweep before this one ended.
 */
export async function sweepBlobs({ blobs, contents, now }: SweepDeps, cursor = ''): Promise<Swept> {
  await blobs.removeUnfinished(new Date(now() - GRACE_MS));
  const startedAt = performance.now();
  const isOver = (): boolean => performance.now() - startedAt > SWEEP_MS_MAX;
  let after = cursor;
  let removed = 0;
  for (let seen = 0; seen < SWEEP_CONTENTS_MAX && !isOver(); seen += PAGE_CONTENTS) {
    const { condemned, last } = await contents.condemn({ graceMs: GRACE_MS, after, limit: PAGE_CONTENTS });
    for (const sha256 of condemned) {
      await removeFiles(sha256, { blobs, contents });
      removed += 1;
      // What is left of the page is condemned again when this sweeper counts as dead.
      if (isOver()) return { removed, cursor: after };
    }
    if (last === undefined) return { removed, cursor: '' };
    after = last;
  }
  return { removed, cursor: after };
}

export interface DeleteDeps {
  assets: Pick<AssetStore, 'delete'>;
  blobs: Pick<BlobStore, 'remove'>;
  contents: Pick<ContentRegister, 'condemnNow' | 'forget'>;
}

/**
 * Deletes assets and the files that no other asset refers to. Rows go first: a crash in between leaves files that the
 * sweeper removes, never a row without its files.
 * @returns those that were there, and the ones that were withdrawn with them.
 */
export async function deleteWithFiles(
  deletion: Deletion,
  { assets, blobs, contents }: DeleteDeps,
  call: CallContext,
): Promise<RemovedAsset[]> {
  const removed = await assets.delete(deletion, call);
  const unused = new Set(removed.flatMap(({ contentSha256 }) => contentSha256 ?? []));
  for (const sha256 of unused)
    if (await contents.condemnNow(sha256)) await removeFiles(sha256, { blobs, contents });
  return removed;
}

/** Of a condemned content. */
async function removeFiles(
  sha256: string,
  { blobs, contents }: Pick<DeleteDeps, 'blobs'> & { contents: Pick<ContentRegister, 'forget'> },
): Promise<void> {
  for (const key of allBlobKeys(sha256)) await blobs.remove(key);
  await contents.forget(sha256);
}
