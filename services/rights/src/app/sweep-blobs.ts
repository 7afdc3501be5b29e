import { allBlobKeys } from '../domain/asset-files.js';
import type { BlobStore } from '../domain/blob-store.js';
import type { ContentRegister } from '../domain/content-register.js';

/** Longer than any intake lasts from its claim to its row. */
const GRACE_MS = 24 * 60 * 60_000;
const BATCH_CONTENTS = 100;
/** Far below the time after which someone else takes a condemned content over; what is left is for the next sweep. */
const BATCH_MS_MAX = 5 * 60_000;

export interface SweepDeps {
  blobs: Pick<BlobStore, 'remove' | 'removeUnfinished'>;
  contents: ContentRegister;
  /** Unix milliseconds. */
  now: () => number;
}

/**
 * Removes the files of contents that no asset refers to: bytes that were replaced, and files whose intake died before
 * its row. Those of withdrawn assets stay, so that they can be restored. Answers how many contents went.
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
