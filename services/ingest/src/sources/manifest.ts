import { dirname } from 'node:path';
import { confinedPath } from './files/confined-path.js';
import { hashFile } from './files/hash-file.js';
import { countLines } from './files/read-lines.js';
import { readRows, type Row } from './files/read-rows.js';
import type { Source, SourceEntry, SourceItem, ImageReference } from './source.js';
import { AssetFault } from '../pipeline/asset-fault.js';
import { readRow, type ManifestRow } from './manifest-row.js';
import { toItem } from './to-item.js';

/**
 * Images that a `.jsonl` or `.csv` file lists, one a row: `id`, and `file` (below the manifest's own folder) or
 * `url` (https); everything else may be missing.
 */
export async function openManifest(path: string, source: string): Promise<Source> {
  const folder = dirname(path);
  return {
    source,
    total: path.endsWith('.csv') ? undefined : await countLines(path),
    async *entries(after) {
      for await (const row of readRows(path, after)) yield await entryOf(row, source, folder);
    },
  };
}

async function entryOf(row: Row, source: string, folder: string): Promise<SourceEntry> {
  const { name, cursor } = row;
  if (row.fault !== undefined) return { name, broken: row.fault, cursor };
  let id: string | undefined;
  try {
    const fields = readRow(row.fields);
    id = fields.id;
    if (id === undefined) throw new AssetFault('id: every row needs one');
    const item = await itemOfRow(fields, id, source, folder);
    return { ...item, cursor };
  } catch (error) {
    if (!(error instanceof AssetFault)) throw error;
    return { name: id === undefined ? name : `${name}, ${source}:${id}`, broken: error.message, cursor };
  }
}

/** @throws AssetFault */
async function itemOfRow(row: ManifestRow, id: string, source: string, folder: string): Promise<SourceItem> {
  const { image, bytesVersion } = await imageOf(row, folder);
  return toItem(source, { ...factsOfRow(row), id, image, bytesVersion });
}

/** What a row says of an image besides where it is. */
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

async function imageOf(
  { file, url }: ManifestRow,
  folder: string,
): Promise<{ image: ImageReference; bytesVersion: string }> {
  if (file === undefined) {
    if (url === undefined) throw new AssetFault('a row needs a file or a url');
    return { image: { url }, bytesVersion: url };
  }
  const path = await confinedPath(folder, file);
  return { image: { path }, bytesVersion: await versionOfFile(path) };
}

/** @throws AssetFault */
export async function versionOfFile(path: string): Promise<string> {
  const digest = await hashFile(path);
  if (digest === undefined) throw new AssetFault('the file cannot be read');
  return digest;
}
