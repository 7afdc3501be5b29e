import { stat } from 'node:fs/promises';
import { join, posix } from 'node:path';
import { AssetFault } from '../asset-failure.js';
import { idOfPath } from './asset-id.js';
import { readEmbeddedFacts } from './embedded/embedded-facts.js';
import { readMetadataBlocks } from './embedded/metadata-blocks.js';
import { confinedPath, hashFile } from './files/file-path.js';
import { readRows, type Row } from './files/read-rows.js';
import { walkFolder, type FoundFile } from './files/walk-folder.js';
import { factsOfRow, presentInRows } from './manifest.js';
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
  const sidecar = await findSidecar(root);
  const { listed, rows, isWhole } = await readListed(sidecar);
  const unknown = new UnknownColumns();
  const own = new OwnLicenses();
  const opened = { root, source, stated, own, listed };
  return {
    source,
    total: rows + (await presentInFolder(opened)).ids.size,
    async *entries(after) {
      const file = after?.startsWith(AMONG_FILES) === true ? after.slice(AMONG_FILES.length) : undefined;
      if (sidecar !== undefined && file === undefined)
        for await (const row of readRows(sidecar, after)) {
          unknown.add(unknownColumns(row.fields));
          const entry = await entryOfRow(row, opened, only);
          if (entry !== undefined) yield { ...entry, cursor: row.cursor };
        }
      if (!isWhole) return;
      for await (const found of walkFolder(root, file))
        if (!listed.has(nameOf(found.path)) && only(found.path))
          yield { ...(await entryOfFile(found, opened)), cursor: `${AMONG_FILES}${found.cursor}` };
    },
    async present() {
      const inRows = sidecar === undefined ? new Set<string>() : await presentInRows(sidecar, root, source);
      const inFolder = await presentInFolder(opened);
      if (inRows === undefined || !inFolder.isWhole) return undefined;
      return new Set([...inRows, ...inFolder.ids]);
    },
    notices: () => [
      ...unknown.notices(),
      ...own.notices(stated),
      ...(isWhole ? [] : ['A row cannot be read, so files without a row were left out.']),
    ],
  };
}

/** Begins the cursors behind the rows. */
const AMONG_FILES = 'file ';

interface OpenedFolder {
  own: OwnLicenses;
  root: string;
  source: string;
  stated: StatedFacts;
  /** Names that a row has, and the table's own. */
  listed: ReadonlySet<string>;
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
async function readListed(sidecar: string | undefined) {
  const listed = new Set(SIDECARS);
  let rows = 0;
  let isWhole = true;
  if (sidecar !== undefined)
    for await (const { fields, fault } of readRows(sidecar)) {
      rows += 1;
      if (fault !== undefined) isWhole = false;
      listed.add(nameOf(fileOfRow(fields) ?? ''));
    }
  return { listed, rows, isWhole };
}

async function entryOfFile({ path, kind, reason }: FoundFile, opened: OpenedFolder): Promise<SourceEntry> {
  if (kind === 'skipped') return { name: path, skipped: reason };
  if (kind === 'unreadable') return { name: path, broken: reason };
  return entryOf(path, join(opened.root, path), {}, opened);
}

/** Undefined for a row of a file that is not wanted. */
async function entryOfRow(
  { name, fields, fault }: Row,
  opened: OpenedFolder,
  only: (path: string) => boolean,
): Promise<SourceEntry | undefined> {
  if (fault !== undefined) return { name, broken: fault };
  return orBroken(name, () => {
    const row = readRow(fields);
    const { file } = row;
    if (file === undefined) throw new AssetFault('file: every row needs one');
    if (!only(file)) return undefined;
    return orBroken(file, async () => entryOf(file, await confinedPath(opened.root, file), row, opened));
  });
}

/** @param path Where the file lies. */
function entryOf(
  file: string,
  path: string,
  row: Partial<ManifestRow>,
  { source, stated, own }: OpenedFolder,
): Promise<SourceEntry> {
  return orBroken(file, async () => {
    const bytesVersion = await hashFile(path);
    const embedded = await readEmbeddedFacts(readMetadataBlocks(path));
    const said = factsOfRow({ ...NOTHING, ...row });
    own.add(embedded, stated, said);
    const facts = mergedFacts(namedImage(file), embedded, stated, said);
    const tags = row.tags?.length ? row.tags : [...(facts.tags ?? []), ...folderTags(file)];
    return toItem(source, {
      ...facts,
      tags,
      id: row.id ?? idOfPath(file),
      image: { path },
      bytesVersion,
    });
  });
}

const NOTHING = readRow({});

/** Asset ids of the image files that no row lists; not whole when a folder cannot be read. */
async function presentInFolder({ root, source, listed }: OpenedFolder) {
  const ids = new Set<string>();
  let isWhole = true;
  for await (const { path, kind } of walkFolder(root)) {
    if (kind === 'unreadable') isWhole = false;
    if (kind === 'image' && !listed.has(nameOf(path))) ids.add(`${source}:${idOfPath(path)}`);
  }
  return { ids, isWhole };
}
