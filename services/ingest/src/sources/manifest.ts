import { dirname } from 'node:path';
import { confinedPath } from './files/confined-path.js';
import { hashFile } from './files/hash-file.js';
import { countLines } from './files/read-lines.js';
import { readRows, type Row } from './files/read-rows.js';
import type { Collection, CollectionEntry, CollectionItem, PictureReference } from './source.js';
import { ItemFault } from '../pipeline/item-fault.js';
import { readRow, type ManifestRow } from './manifest-row.js';
import { toItem } from './to-item.js';

/**
 * Pictures that a `.jsonl` or `.csv` file lists, one a row: `id`, and `file` (below the manifest's own folder) or
 * `url` (https); everything else may be missing.
 */
export async function openManifest(path: string, source: string): Promise<Collection> {
  const folder = dirname(path);
  return {
    source,
    total: path.endsWith('.csv') ? undefined : await countLines(path),
    async *entries(after) {
      for await (const row of readRows(path, after)) yield await entryOf(row, source, folder);
    },
  };
}

async function entryOf(row: Row, source: string, folder: string): Promise<CollectionEntry> {
  const { name, cursor } = row;
  if (row.fault !== undefined) return { name, broken: row.fault, cursor };
  let id: string | undefined;
  try {
    const fields = readRow(row.fields);
    id = fields.id;
    if (id === undefined) throw new ItemFault('id: every row needs one');
    const item = await itemOfRow(fields, id, source, folder);
    return { ...item, cursor };
  } catch (error) {
    if (!(error instanceof ItemFault)) throw error;
    return { name: id === undefined ? name : `${name}, ${source}:${id}`, broken: error.message, cursor };
  }
}

/** @throws ItemFault */
async function itemOfRow(
  row: ManifestRow,
  id: string,
  source: string,
  folder: string,
): Promise<CollectionItem> {
  const { picture, bytesVersion } = await pictureOf(row, folder);
  return toItem(source, { ...factsOfRow(row), id, picture, bytesVersion });
}

/** What a row says of a picture besides where it is. */
export function factsOfRow(row: ManifestRow) {
  return {
    title: row.title,
    description: row.description,
    tags: row.tags,
    creator: row.creator,
    creatorUrl: row.creator_url,
    license: row.license,
    licenseUrl: row.license_url,
    sourceUrl: row.source_url,
    aiGenerated: row.ai_generated,
    linkUrl: row.delivery === 'link' ? row.url : null,
  };
}

async function pictureOf(
  { file, url }: ManifestRow,
  folder: string,
): Promise<{ picture: PictureReference; bytesVersion: string }> {
  if (file === undefined) {
    if (url === undefined) throw new ItemFault('a row needs a file or a url');
    return { picture: { url }, bytesVersion: url };
  }
  const path = await confinedPath(folder, file);
  return { picture: { path }, bytesVersion: await versionOfFile(path) };
}

/** @throws ItemFault */
export async function versionOfFile(path: string): Promise<string> {
  const digest = await hashFile(path);
  if (digest === undefined) throw new ItemFault('the file cannot be read');
  return digest;
}
