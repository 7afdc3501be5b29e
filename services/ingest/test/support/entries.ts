import type { BrokenEntry, Source, SourceEntry, SourceItem } from '../../src/sources/source.js';

/** Every entry of a collection behind a cursor. */
export async function entriesOf(collection: Source, after?: string): Promise<SourceEntry[]> {
  const entries: SourceEntry[] = [];
  for await (const entry of collection.entries(after)) entries.push(entry);
  return entries;
}

export async function itemsOf(collection: Source, after?: string): Promise<SourceItem[]> {
  return (await entriesOf(collection, after)).filter((entry): entry is SourceItem => 'assetId' in entry);
}

export async function brokenOf(collection: Source): Promise<BrokenEntry[]> {
  return (await entriesOf(collection)).filter((entry): entry is BrokenEntry => 'broken' in entry);
}

/** Names of entries, whatever became of them. */
export function namesOf(entries: readonly SourceEntry[]): string[] {
  return entries.map((entry) => ('assetId' in entry ? entry.assetId : entry.name));
}

/** That a run can go on behind any entry, with exactly the entries that follow it. */
export async function resumesEverywhere(open: () => Source | Promise<Source>): Promise<boolean> {
  const all = await entriesOf(await open());
  for (const [at, { cursor }] of all.entries()) {
    const rest = await entriesOf(await open(), cursor);
    if (JSON.stringify(namesOf(rest)) !== JSON.stringify(namesOf(all.slice(at + 1)))) return false;
  }
  return all.length > 0;
}
