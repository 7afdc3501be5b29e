import { stat } from 'node:fs/promises';
import { dirname, join, posix } from 'node:path';
import { AssetFault } from '../asset-failure.js';
import { idOfPath } from './asset-id.js';
import { readEmbeddedFacts } from './embedded/embedded-facts.js';
import { readMetadataBlocks } from './embedded/metadata-blocks.js';
import { confinedPath, hashFile } from './files/file-path.js';
import { readRows, type Row } from './files/read-rows.js';
import { walkFolder } from './files/walk-folder.js';
import { folderTags, mergedFacts, namedImage, OwnLicenses, type StatedFacts } from './merged-facts.js';
import { orBroken, type Source, type SourceEntry, type SourceItem } from './source.js';
import { fileOfRow, readRow, unknownColumns, type ManifestRow, UnknownColumns } from './table-row.js';
import { toItem } from './to-item.js';

const SIDECARS = ['metadata.jsonl', 'metadata.csv'];

interface FolderOptions {
  /** What the operator says of every image. A row of the folder's metadata says more. */
  stated?: StatedFacts;
  /** Reads only the files that it accepts, by their exact path below the folder. */
  only?: (path: string) => boolean;
}

/**
 * The images in a folder and in the folders below it. The rows of a `metadata.jsonl` or `metadata.csv` in it come first and
 * say what is known of their images. What no row says is read from the image's own EXIF, IPTC and XMP fields.
 */
export async function openFolder(
  root: string,
  source: string,
  { stated = {}, only = () => true }: FolderOptions = {},
): Promise<Source> {
  return open({ root, source, stated, only, table: await findSidecar(root), isFolder: true });
}

/**
 * Images that a `.jsonl` or `.csv` file lists, one a row: `id`, and `file` (below the manifest's own folder) or
 * `url` (https); everything else may be missing.
 */
export function openManifest(table: string, source: string, stated: StatedFacts = {}): Promise<Source> {
  return open({ root: dirname(table), source, stated, only: () => true, table, isFolder: false });
}

interface Collection extends Required<FolderOptions> {
  /** What a row names lies below it. */
  root: string;
  source: string;
  table: string | undefined;
  /** Whether files without a row belong to it too, and say what no row says. */
  isFolder: boolean;
}

async function open(collection: Collection): Promise<Source> {
  const { source, stated, only, isFolder } = collection;
  const unknown = new UnknownColumns();
  const own = new OwnLicenses();
  const isWanted = ({ name, fields }: Row): boolean => only(fileOfRow(fields) ?? name);
  let total = 0;
  let isWhole = true;
  for await (const row of rowsOf(collection)) {
    total += Number(row.skipped === undefined && isWanted(row));
    isWhole &&= row.fault === undefined || row.cursor.startsWith(AMONG_FILES);
  }
  return {
    source,
    total,
    async *entries(after) {
      for await (const row of rowsOf(collection)) {
        unknown.add(unknownColumns(row.fields));
        if (isWanted(row) && (after === undefined || isBehind(row.cursor, after)))
          yield { ...(await entryOf(row, collection, own)), cursor: row.cursor };
      }
    },
    present: () => presentIn(collection),
    notices: () => [
      ...unknown.notices(),
      ...own.notices(stated),
      ...(isWhole || !isFolder ? [] : ['A row cannot be read, so files without a row were left out.']),
    ],
  };
}

async function findSidecar(root: string): Promise<string | undefined> {
  for (const name of SIDECARS) {
    const path = join(root, name);
    const stats = await stat(path).catch(() => undefined);
    if (stats?.isFile() === true) return path;
  }
  return undefined;
}

/** Begins the cursors of files, which come behind all rows of the table. */
const AMONG_FILES = 'file ';

/**
 * The rows of the table; in a folder, then a row for each file that none of them names. None follows where one cannot be read: it
 * may be of any file, and say what its image must not be used for.
 */
async function* rowsOf({ root, table, isFolder }: Collection): AsyncGenerator<Row> {
  const listed = new Set(SIDECARS);
  let isWhole = true;
  if (table !== undefined)
    for await (const row of readRows(table)) {
      isWhole &&= row.fault === undefined;
      // A manifest may have millions of rows.
      if (isFolder) listed.add(nameOf(fileOfRow(row.fields) ?? ''));
      yield row;
    }
  if (!isFolder || !isWhole) return;
  for await (const file of walkFolder(root))
    if (!listed.has(nameOf(file.name))) yield { ...file, cursor: `${AMONG_FILES}${file.cursor}` };
}

/** As a row may name a file: "./a.jpg", and in composed letters what the disk has in decomposed ones. */
const nameOf = (path: string): string => posix.normalize(path).normalize('NFC');

function isBehind(cursor: string, after: string): boolean {
  const isFile = cursor.startsWith(AMONG_FILES);
  if (isFile !== after.startsWith(AMONG_FILES)) return isFile;
  return isFile ? cursor > after : Number(cursor) > Number(after);
}

async function entryOf(
  { name, fields, fault, skipped }: Row,
  collection: Collection,
  own: OwnLicenses,
): Promise<SourceEntry> {
  if (skipped !== undefined) return { name, skipped };
  if (fault !== undefined) return { name, broken: fault };
  return orBroken(name, () => {
    const row = readRow(fields);
    const { id, file } = row;
    const { root, source, isFolder } = collection;
    if (isFolder && file === undefined) throw new AssetFault('file: every row needs one');
    if (!isFolder && id === undefined) throw new AssetFault('id: every row needs one');
    return orBroken(isFolder ? (file ?? name) : `${name}, ${source}:${id}`, async () =>
      itemOf(row, file === undefined ? undefined : await confinedPath(root, file), collection, own),
    );
  });
}

/** @param path Where the file lies, if the row names one. */
async function itemOf(
  row: ManifestRow,
  path: string | undefined,
  { source, stated, isFolder }: Collection,
  own: OwnLicenses,
): Promise<SourceItem> {
  const { file = '', url } = row;
  const said = { ...row, linkUrl: row.delivery === 'link' ? url : null };
  if (path === undefined) {
    if (url === undefined) throw new AssetFault('a row needs a file or a url');
    return toItem(source, {
      ...mergedFacts({}, {}, stated, said),
      id: row.id ?? '',
      image: { url },
      bytesVersion: url,
    });
  }
  const bytesVersion = await hashFile(path);
  const id = row.id ?? idOfPath(file);
  if (!isFolder)
    return toItem(source, { ...mergedFacts({}, {}, stated, said), id, image: { path }, bytesVersion });
  const embedded = await readEmbeddedFacts(readMetadataBlocks(path));
  own.add(embedded, stated, said);
  const facts = mergedFacts(namedImage(file), embedded, stated, said);
  const tags = row.tags?.length ? row.tags : [...(facts.tags ?? []), ...folderTags(file)];
  return toItem(source, { ...facts, tags, id, image: { path }, bytesVersion });
}

/**
 * Asset ids of the rows and files that are there, or that name an address; undefined when a row or a folder is not readable.
 */
async function presentIn(collection: Collection): Promise<Set<string> | undefined> {
  const { root, source } = collection;
  const ids = new Set<string>();
  for await (const { fields, fault, skipped } of rowsOf(collection)) {
    if (skipped !== undefined) continue;
    const row = fault === undefined ? await orBroken('', () => readRow(fields)) : undefined;
    if (row === undefined || 'broken' in row) return undefined;
    const { id, file, url } = row;
    const assetId = id ?? (file === undefined ? undefined : idOfPath(file));
    if (assetId === undefined) return undefined;
    if (file === undefined ? url !== undefined : await isThere(root, file)) ids.add(`${source}:${assetId}`);
  }
  return ids;
}

const isThere = (root: string, file: string): Promise<boolean> =>
  confinedPath(root, file).then(
    () => true,
    () => false,
  );
