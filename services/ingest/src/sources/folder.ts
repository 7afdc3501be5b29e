import { stat } from 'node:fs/promises';
import { dirname, join, posix } from 'node:path';
import { AssetFault } from '../asset-failure.js';
import { idOfPath } from './asset-id.js';
import { readEmbeddedFacts } from './embedded/embedded-facts.js';
import { readMetadataBlocks } from './embedded/metadata-blocks.js';
import { confinedPath, hashFile } from './files/file-path.js';
import { readRows, type Row } from './files/read-rows.js';
import { walkFolder, type FoundFile } from './files/walk-folder.js';
import { folderTags, mergedFacts, namedImage, OwnLicenses, type StatedFacts } from './merged-facts.js';
import { orBroken, type Source, type SourceEntry } from './source.js';
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

/** Begins the cursors behind the rows. */
const AMONG_FILES = 'file ';

async function open(collection: Collection): Promise<Source> {
  const { root, source, stated, only, table, isFolder } = collection;
  const { listed, rows, isWhole } = await readListed(collection);
  const unknown = new UnknownColumns();
  const own = new OwnLicenses();
  return {
    source,
    total: rows + (isFolder ? (await presentInFolder(collection, listed)).ids.size : 0),
    async *entries(after) {
      const file = after?.startsWith(AMONG_FILES) === true ? after.slice(AMONG_FILES.length) : undefined;
      if (table !== undefined && file === undefined)
        for await (const row of readRows(table, after)) {
          unknown.add(unknownColumns(row.fields));
          const entry = await entryOfRow(row, collection, own);
          if (entry !== undefined) yield { ...entry, cursor: row.cursor };
        }
      if (!isFolder || !isWhole) return;
      for await (const found of walkFolder(root, file))
        if (!listed.has(nameOf(found.path)) && only(found.path))
          yield { ...(await entryOfFile(found, collection, own)), cursor: `${AMONG_FILES}${found.cursor}` };
    },
    async present() {
      const inRows = await presentInRows(collection);
      const inFolder = isFolder ? await presentInFolder(collection, listed) : NO_FILES;
      return inRows && inFolder.isWhole ? new Set([...inRows, ...inFolder.ids]) : undefined;
    },
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

/** As a row may name a file: "./a.jpg", and in composed letters what the disk has in decomposed ones. */
const nameOf = (path: string): string => posix.normalize(path).normalize('NFC');

/** What the rows list. Not whole when one cannot be read: it may be of any file, and say what its image must not be used for. */
async function readListed({ table, isFolder }: Collection) {
  const listed = new Set(SIDECARS);
  let rows = 0;
  let isWhole = true;
  if (table !== undefined)
    for await (const { fields, fault } of readRows(table)) {
      rows += 1;
      if (fault !== undefined) isWhole = false;
      // A manifest may have millions of rows.
      if (isFolder) listed.add(nameOf(fileOfRow(fields) ?? ''));
    }
  return { listed, rows, isWhole };
}

async function entryOfFile(
  { path, kind, reason }: FoundFile,
  collection: Collection,
  own: OwnLicenses,
): Promise<SourceEntry> {
  if (kind === 'skipped') return { name: path, skipped: reason };
  if (kind === 'unreadable') return { name: path, broken: reason };
  return orBroken(path, () =>
    entryOf({ ...NOTHING, file: path }, join(collection.root, path), collection, own),
  );
}

/** Undefined for a row of a file that is not wanted. */
async function entryOfRow(
  { name, fields, fault }: Row,
  collection: Collection,
  own: OwnLicenses,
): Promise<SourceEntry | undefined> {
  if (fault !== undefined) return { name, broken: fault };
  return orBroken(name, () => {
    const row = readRow(fields);
    const { id, file } = row;
    const { root, source, only, isFolder } = collection;
    if (isFolder && file === undefined) throw new AssetFault('file: every row needs one');
    if (!isFolder && id === undefined) throw new AssetFault('id: every row needs one');
    if (file !== undefined && !only(file)) return undefined;
    return orBroken(isFolder ? (file ?? name) : `${name}, ${source}:${id}`, async () =>
      entryOf(row, file === undefined ? undefined : await confinedPath(root, file), collection, own),
    );
  });
}

const NOTHING = readRow({});

/** @param path Where the file lies, if the row names one. */
async function entryOf(
  row: ManifestRow,
  path: string | undefined,
  { source, stated, isFolder }: Collection,
  own: OwnLicenses,
): Promise<SourceEntry> {
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

const NO_FILES = { ids: new Set<string>(), isWhole: true };

/** Asset ids of the image files that no row lists; not whole when a folder cannot be read. */
async function presentInFolder({ root, source }: Collection, listed: ReadonlySet<string>) {
  const ids = new Set<string>();
  let isWhole = true;
  for await (const { path, kind } of walkFolder(root)) {
    if (kind === 'unreadable') isWhole = false;
    if (kind === 'image' && !listed.has(nameOf(path))) ids.add(`${source}:${idOfPath(path)}`);
  }
  return { ids, isWhole };
}

/** Asset ids of the rows whose file is there, or that name an address; undefined when a row is not readable. */
async function presentInRows({ root, source, table }: Collection): Promise<Set<string> | undefined> {
  const ids = new Set<string>();
  if (table === undefined) return ids;
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

const isThere = (root: string, file: string): Promise<boolean> =>
  confinedPath(root, file).then(
    () => true,
    () => false,
  );
