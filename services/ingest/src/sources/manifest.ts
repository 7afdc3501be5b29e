import { dirname } from 'node:path';
import { AssetFault } from '../asset-failure.js';
import { idOfPath } from './asset-id.js';
import { confinedPath, hashFile } from './files/file-path.js';
import { countLines, readRows, type Row } from './files/read-rows.js';
import { mergedFacts, type StatedFacts } from './merged-facts.js';
import { orBroken, type Source, type SourceEntry, type ImageReference } from './source.js';
import { readRow, unknownColumns, type ManifestRow, UnknownColumns } from './table-row.js';
import { toItem } from './to-item.js';

/**
 * Images that a `.jsonl` or `.csv` file lists, one a row: `id`, and `file` (below the manifest's own folder) or
 * `url` (https); everything else may be missing.
 */
export async function openManifest(path: string, source: string, stated: StatedFacts = {}): Promise<Source> {
  const opened = { folder: dirname(path), source, stated };
  const unknown = new UnknownColumns();
  return {
    source,
    total: path.endsWith('.csv') ? undefined : await countLines(path),
    async *entries(after) {
      for await (const row of readRows(path, after)) {
        unknown.add(unknownColumns(row.fields));
        yield await entryOf(row, opened);
      }
    },
    present: () => presentInRows(path, opened.folder, source),
    notices: () => unknown.notices(),
  };
}

interface OpenedManifest {
  folder: string;
  source: string;
  stated: StatedFacts;
}

async function entryOf(
  { name, fields, fault, cursor }: Row,
  { source, folder, stated }: OpenedManifest,
): Promise<SourceEntry> {
  if (fault !== undefined) return { name, broken: fault, cursor };
  const entry = await orBroken(name, async () => {
    const row = readRow(fields);
    const { id } = row;
    if (id === undefined) throw new AssetFault('id: every row needs one');
    return orBroken(`${name}, ${source}:${id}`, async () => {
      const facts = mergedFacts({}, {}, stated, factsOfRow(row));
      return toItem(source, { ...facts, id, ...(await imageOf(row, folder)) });
    });
  });
  return { ...entry, cursor };
}

/** What a row says of an image. */
export function factsOfRow(row: ManifestRow) {
  return { ...row, linkUrl: row.delivery === 'link' ? row.url : null };
}

async function imageOf(
  { file, url }: ManifestRow,
  folder: string,
): Promise<{ image: ImageReference; bytesVersion: string }> {
  if (file === undefined) {
    if (url === undefined) throw new AssetFault('a row needs a file or a url');
    return { image: { url }, bytesVersion: url };
  }
  const path = await confinedPath(folder, file);
  return { image: { path }, bytesVersion: await hashFile(path) };
}

/** Asset ids of the rows of a table whose file is there, or that name an address; undefined when a row is not readable. */
export async function presentInRows(
  table: string,
  root: string,
  source: string,
): Promise<Set<string> | undefined> {
  const ids = new Set<string>();
  for await (const row of readRows(table)) {
    if (row.fault !== undefined) return undefined;
    try {
      const { id, file, url } = readRow(row.fields);
      if (id === undefined && file === undefined) return undefined;
      if (file === undefined ? url !== undefined : await isThere(root, file))
        ids.add(`${source}:${id ?? idOfPath(file ?? '')}`);
    } catch (error) {
      if (error instanceof AssetFault) return undefined;
      throw error;
    }
  }
  return ids;
}

async function isThere(root: string, file: string): Promise<boolean> {
  try {
    await confinedPath(root, file);
    return true;
  } catch {
    return false;
  }
}
