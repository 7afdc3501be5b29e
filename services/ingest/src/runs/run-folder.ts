import { createHash } from 'node:crypto';
import { mkdir } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { lockFolder } from '@imagesearch/service-kit/files/folder-lock';
import { openCheckpoint, type CheckpointFile } from './checkpoint.js';
import { openJournal, type Journal } from './journal.js';

const DIGEST_CHARS = 12;

/** What a run keeps on disk, so that the next run continues where a killed one stopped. */
export interface RunFolder {
  checkpoint: CheckpointFile;
  journal: Journal;
  /** Where failures are reported when the operator names no other file. */
  reportPath: string;
  release(): Promise<void>;
}

/** @param identity Another query has another folder. @throws Error when another run of the same source holds it. */
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
