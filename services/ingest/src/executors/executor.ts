import type { SourceItem } from '../sources/source.js';

/** An item and the version that the stores will hold once it is taken in. */
export interface VersionedItem {
  item: SourceItem;
  contentVersion: string;
}

/** What became of an item that had to be taken in. */
export type Outcome = { kind: 'added' } | { kind: 'withdrawn' } | { kind: 'failed'; reason: string };

/** Takes items in: in this process, or through a queue that workers serve. */
export interface Executor {
  /** How many items it can make good use of at once. */
  batchItems: number;
  /**
   * Every item's outcome, in the order given, once the index holds all that were added.
   * @param onSettled Called as each one is dealt with.
   */
  ingestAll(items: readonly VersionedItem[], onSettled: () => void): Promise<Outcome[]>;
  close(): Promise<void>;
}
