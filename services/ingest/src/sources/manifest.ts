import { readablePath, type FilePath } from './files/byte-path.js';
import { confinedPath } from './files/confined-path.js';
import { hashFile } from './files/hash-file.js';
import { countLines } from './files/read-lines.js';
import { readRows, type Row } from './files/read-rows.js';
import {
  fileReference,
  type Source,
  type SourceEntry,
  type SourceItem,
  type ImageReference,
} from './source.js';
import { AssetFault } from '../pipeline/asset-fault.js';
import { readRow, unknownColumns, type ManifestRow } from './manifest-row.js';
import { mergedFacts, type StatedFacts } from './merged-facts.js';
import { presentInRows } from './present-ids.js';
import { toItem } from './to-item.js';
import { UnknownColumns } from './unknown-columns.js';

/**
 * Images that a `.jsonl` or `.csv` file lists, one a row: `id`, and `file` (below the manifest's own folder) or
 * `url` (https); everything else may be missing.
 */
export async function openManifest(
  path: FilePath,
  source: string,
  stated: StatedFacts = {},
): Promise<Source> {
  const opened = { folder: folderOf(path), source, stated };
  const unknown = new UnknownColumns();
  return {
    source,
    total: readablePath(path).endsWith('.csv') ? undefined : await countLines(path),
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
  folder: Buffer;
  source: string;
  stated: StatedFacts;
}

/** `.` and `/` stay. */
function folderOf(path: FilePath): Buffer {
  const bytes = Buffer.from(path);
  const slash = bytes.lastIndexOf('/');
  return slash === -1 ? Buffer.from('.') : bytes.subarray(0, Math.max(1, slash));
}

async function entryOf(row: Row, opened: OpenedManifest): Promise<SourceEntry> {
  const { name, cursor } = row;
  const { source } = opened;
  if (row.fault !== undefined) return { name, broken: row.fault, cursor };
  let id: string | undefined;
  try {
    const fields = readRow(row.fields);
    id = fields.id;
    if (id === undefined) throw new AssetFault('id: every row needs one');
    const item = await itemOfRow(fields, id, opened);
    return { ...item, cursor };
  } catch (error) {
    if (!(error instanceof AssetFault)) throw error;
    return { name: id === undefined ? name : `${name}, ${source}:${id}`, broken: error.message, cursor };
  }
}

/** @throws AssetFault */
async function itemOfRow(
  row: ManifestRow,
  id: string,
  { source, folder, stated }: OpenedManifest,
): Promise<SourceItem> {
  const { image, bytesVersion } = await imageOf(row, folder);
  return toItem(source, { ...mergedFacts({}, {}, stated, factsOfRow(row)), id, image, bytesVersion });
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
    created: row.created,
    linkUrl: row.delivery === 'link' ? row.url : null,
  };
}

async function imageOf(
  { file, url }: ManifestRow,
  folder: Buffer,
): Promise<{ image: ImageReference; bytesVersion: string }> {
  if (file === undefined) {
    if (url === undefined) throw new AssetFault('a row needs a file or a url');
    return { image: { url }, bytesVersion: url };
  }
  const path = await confinedPath(folder, file);
  return { image: fileReference(path), bytesVersion: await hashFile(path) };
}
