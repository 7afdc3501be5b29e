import type { SourceEntry, SourceItem } from './source.js';
import { AssetFault } from '../pipeline/asset-fault.js';

/** One page of a source's answer. */
export interface Page<Entry> {
  entries: readonly Entry[];
  /** What asks for the page behind this one; undefined on the last. */
  next: string | undefined;
}

export interface PagedSource<Entry> {
  source: string;
  /** @param page Undefined asks for the first page. */
  fetchPage: (page: string | undefined) => Promise<Page<Entry>>;
  /** The best name there is for an entry that cannot be read. */
  nameOf: (entry: Entry) => string;
  /** Null passes the entry over: it is no image, or not open. @throws AssetFault */
  toItem: (entry: Entry) => SourceItem | null | Promise<SourceItem | null>;
}

/** Where a run goes on: a page, and how many of its entries are dealt with. */
interface Position {
  page: string | undefined;
  done: number;
}

/** The entries of a paged source, one page in memory at a time; each cursor names the page and the place in it. */
export async function* pagedEntries<Entry>(
  { source, fetchPage, nameOf, toItem }: PagedSource<Entry>,
  after: string | undefined,
): AsyncGenerator<SourceEntry> {
  let { page, done }: Position = after === undefined ? { page: undefined, done: 0 } : read(after);
  for (;;) {
    const { entries, next } = await fetchPage(page);
    for (const [at, entry] of entries.entries()) {
      if (at < done) continue;
      const cursor = JSON.stringify({ page, done: at + 1 });
      const found = await attempt(() => toItem(entry));
      if (found instanceof AssetFault)
        yield { name: `${source}:${nameOf(entry)}`, broken: found.message, cursor };
      else if (found !== null) yield { ...found, cursor };
    }
    if (next === undefined || next === page) return;
    page = next;
    done = 0;
  }
}

function read(cursor: string): Position {
  const { page, done } = JSON.parse(cursor) as Position;
  return { page, done };
}

async function attempt<Value>(work: () => Value | Promise<Value>): Promise<Value | AssetFault> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof AssetFault) return error;
    throw error;
  }
}
