import { stat } from 'node:fs/promises';
import { createSemaphore } from '@imagesearch/service-kit/resilience/semaphore';
import { filePathIn, type ImageReference } from '../sources/source.js';

/** Files above this are ingested one at a time, so that a few of them never fill the memory. */
const SMALL_FILE_BYTES_MAX = 24 * 1024 * 1024;

const largeFiles = createSemaphore(1);

/** Runs the work on a file; only one large file is in work at a time. */
export async function inFileLane<Result>(
  image: ImageReference,
  work: () => Promise<Result>,
): Promise<Result> {
  return (await isLarge(image)) ? largeFiles.run(work) : work();
}

async function isLarge(image: ImageReference): Promise<boolean> {
  const path = 'path' in image ? filePathIn(image) : undefined;
  if (path === undefined) return false;
  // A file that cannot be read is reported where it is read.
  const stats = await stat(path).catch(() => undefined);
  return stats !== undefined && stats.size > SMALL_FILE_BYTES_MAX;
}
