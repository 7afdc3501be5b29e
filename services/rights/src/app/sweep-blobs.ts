import { allBlobKeys } from '../domain/asset-files.js';
import type { BlobStore } from '../domain/blob-store.js';
import type { ContentRegister } from '../domain/content-register.js';

/** Longer than any ingestion takes from its claim to its row. */
const GRACE_MS = 24 * 60 * 60_000;
const PAGE_CONTENTS = 500;
/** Of one sweep. The next one continues behind them, so that no sweep costs more on a larger catalogue. */
const SWEEP_CONTENTS_MAX = 100_000;
/** Far less than the time after which another sweeper may take over a condemned content. The next sweep does the rest. */
const SWEEP_MS_MAX = 5 * 60_000;

export interface SweepDeps {
  blobs: Pick<BlobStore, 'remove' | 'removeUnfinished'>;
  contents: ContentRegister;
  /** Unix milliseconds. */
  now: () => number;
}

/** Where a sweep ended. */
export interface Swept {
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
      for (const key of allBlobKeys(sha256)) await blobs.remove(key);
      await contents.forget(sha256);
      removed += 1;
      // What is left of the page is condemned again when this sweeper counts as dead.
      if (isOver()) return { removed, cursor: after };
    }
    if (last === undefined) return { removed, cursor: '' };
    after = last;
  }
  return { removed, cursor: after };
}
