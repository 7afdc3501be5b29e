import { allBlobKeys } from '../domain/asset-files.js';
import type { BlobStore } from '../domain/blob-store.js';
import type { ContentRegister } from '../domain/content-register.js';

/** Longer than any ingestion takes from its claim to its row. */
const GRACE_MS = 24 * 60 * 60_000;
const BATCH_CONTENTS = 100;
/** Far less than the time after which another sweeper may take over a condemned content. The next sweep does the rest. */
const BATCH_MS_MAX = 5 * 60_000;

export interface SweepDeps {
  blobs: Pick<BlobStore, 'remove' | 'removeUnfinished'>;
  contents: ContentRegister;
  /** Unix milliseconds. */
  now: () => number;
}

/**
 * Removes the files of contents that no asset refers to: replaced bytes, and files of an ingestion that died before
 * its row was written. Files of withdrawn assets stay, so that the assets can be restored.
 * @returns number of contents removed.
 */
export async function sweepBlobs({ blobs, contents, now }: SweepDeps): Promise<number> {
  await blobs.removeUnfinished(new Date(now() - GRACE_MS));
  let swept = 0;
  for (;;) {
    const startedAt = performance.now();
    const condemned = await contents.condemn(GRACE_MS, BATCH_CONTENTS);
    for (const sha256 of condemned) {
      for (const key of allBlobKeys(sha256)) await blobs.remove(key);
      await contents.forget(sha256);
      swept += 1;
      if (performance.now() - startedAt > BATCH_MS_MAX) return swept;
    }
    if (condemned.length < BATCH_CONTENTS) return swept;
  }
}
