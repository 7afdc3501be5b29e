import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { writeFileAtomic } from '@imagesearch/service-kit/files/atomic-file';
import { rebuildRecordSchema, type RebuildRecord } from '../../domain/rebuild-record.js';

const FILE = 'rebuild.json';

/** Undefined when no table was ever copied. */
export async function readRebuildRecord(dir: string): Promise<RebuildRecord | undefined> {
  try {
    return rebuildRecordSchema.parse(JSON.parse(await readFile(join(dir, FILE), 'utf8')));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}

export function writeRebuildRecord(dir: string, record: RebuildRecord): Promise<void> {
  return writeFileAtomic(join(dir, FILE), JSON.stringify(record), { mode: 0o600 });
}
