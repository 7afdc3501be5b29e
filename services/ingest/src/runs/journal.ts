import { appendFile, readFile, rm } from 'node:fs/promises';
import { writing } from '@imagesearch/service-kit/files/storage-fault';
import type { PointInput } from '@imagesearch/contracts/messages';

export interface JournalledPoint {
  modelFingerprint: string;
  /** Of the model's sentence encoder; 0 without one. Journals of earlier releases do not say it. */
  sentenceDimensions?: number;
  point: PointInput;
}

/** Points that are not in the index yet, because it writes many at once faster. On disk, so that a crash loses none. */
export interface Journal {
  add(entry: JournalledPoint): Promise<void>;
  /** What an earlier run left. A last entry that was cut off is left out. */
  read(): Promise<JournalledPoint[]>;
  clear(): Promise<void>;
}

export function openJournal(path: string): Journal {
  return {
    add: (entry) => writing(path, () => appendFile(path, `${JSON.stringify(entry)}\n`)),
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
