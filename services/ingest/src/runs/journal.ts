import { appendFile, readFile, rm } from 'node:fs/promises';
import type { PointInput } from '@imagesearch/contracts/messages';

/** A point that was computed, with the model that made it. */
export interface JournalledPoint {
  modelFingerprint: string;
  point: PointInput;
}

/**
 * Points that are computed and not yet in the index. They are gathered because an index takes many at once far faster
 * than one by one; on disk, so that a crash does not cost their embeddings.
 */
export interface Journal {
  add(entry: JournalledPoint): Promise<void>;
  /** What a run before left behind. The last entry may have been cut off; it is then not among them. */
  read(): Promise<JournalledPoint[]>;
  clear(): Promise<void>;
}

export function openJournal(path: string): Journal {
  return {
    add: (entry) => appendFile(path, `${JSON.stringify(entry)}\n`),
    read: async () => {
      const text = await readFile(path, 'utf8').catch(() => '');
      return text
        .split('\n')
        .slice(0, -1)
        .flatMap((line) => parse(line));
    },
    clear: () => rm(path, { force: true }),
  };
}

/** For runs that keep nothing on disk. */
export const NO_JOURNAL: Journal = {
  add: () => Promise.resolve(),
  read: () => Promise.resolve([]),
  clear: () => Promise.resolve(),
};

function parse(line: string): JournalledPoint[] {
  try {
    return [JSON.parse(line) as JournalledPoint];
  } catch {
    return [];
  }
}
