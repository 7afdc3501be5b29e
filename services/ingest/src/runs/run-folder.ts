import { createHash } from 'node:crypto';
import { mkdir } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { lockFolder } from '@imagesearch/service-kit/files/folder-lock';
import { openCheckpoint, type CheckpointFile } from './checkpoint.js';
import { openJournal, type Journal } from './journal.js';

const DIGEST_CHARS = 12;

/** What a run keeps on disk, so that one that was killed goes on where it was. */
export interface RunFolder {
  checkpoint: CheckpointFile;
  journal: Journal;
  /** Where failures are reported when the operator names no other file. */
  reportPath: string;
  release(): Promise<void>;
}

/**
 * Opens the folder of one collection's runs, told apart by its source and by what it was opened with.
 * @throws Error when another run of the same collection holds it.
 */
export async function openRunFolder(
  dataDir: string,
  source: string,
  identity: readonly string[],
): Promise<RunFolder> {
  const digest = createHash('sha256').update(JSON.stringify(identity)).digest('hex').slice(0, DIGEST_CHARS);
  const folder = join(resolve(dataDir), 'ingest', `${source}-${digest}`);
  await mkdir(folder, { recursive: true });
  const lock = await lockFolder(folder);
  return {
    checkpoint: openCheckpoint(join(folder, 'checkpoint.json')),
    journal: openJournal(join(folder, 'points.jsonl')),
    reportPath: join(folder, 'failures.jsonl'),
    release: () => lock.release(),
  };
}
