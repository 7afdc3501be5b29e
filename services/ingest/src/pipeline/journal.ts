import { appendFile, readFile, rm } from 'node:fs/promises';
import { writeFileAtomic } from '@imagesearch/service-kit/files/atomic-file';
import { writing } from '@imagesearch/service-kit/files/storage-fault';
import type { ModelPoint } from './point-writer.js';

/** Points that are not in the index yet, because it writes many at once faster. On disk, so that a crash loses none. */
export interface Journal {
  add(entry: ModelPoint): Promise<void>;
  /** What an earlier run left. A last entry that was cut off is left out. */
  read(): Promise<ModelPoint[]>;
  /** Keeps these entries only. */
  replace(entries: readonly ModelPoint[]): Promise<void>;
  clear(): Promise<void>;
}

export function openJournal(path: string): Journal {
  let last: Promise<void> = Promise.resolve();
  // One change at a time, in the order of the calls.
  const change = (work: () => Promise<void>): Promise<void> => {
    const changed = last.then(() => writing(path, work));
    last = changed.catch(() => undefined);
    return changed;
  };
  const clear = (): Promise<void> => change(() => rm(path, { force: true }));
  return {
    add: (entry) => change(() => appendFile(path, lineOf(entry))),
    replace: (entries) =>
      entries.length === 0 ? clear() : change(() => writeFileAtomic(path, entries.map(lineOf).join(''))),
    read: async () => {
      const text = await readFile(path, 'utf8').catch(() => '');
      return text
        .split('\n')
        .slice(0, -1)
        .flatMap((line) => parse(line));
    },
    clear,
  };
}

/** For runs that keep nothing on disk. */
export const NO_JOURNAL: Journal = {
  add: () => Promise.resolve(),
  replace: () => Promise.resolve(),
  read: () => Promise.resolve([]),
  clear: () => Promise.resolve(),
};

const lineOf = (entry: ModelPoint): string => `${JSON.stringify(entry)}\n`;

function parse(line: string): ModelPoint[] {
  try {
    return [JSON.parse(line) as ModelPoint];
  } catch {
    return [];
  }
}
