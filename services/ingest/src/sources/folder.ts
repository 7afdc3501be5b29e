import { stat } from 'node:fs/promises';
import { AssetFault } from '../asset-failure.js';
import { idOfPath } from './asset-id.js';
import { readEmbeddedFacts } from './embedded/embedded-facts.js';
import {
  confinedPath,
  exactPath,
  filePathOf,
  joinBytes,
  readablePath,
  type FilePath,
  hashFile,
} from './files/file-path.js';
import { countLines, readRows, type Row } from './files/read-rows.js';
import { walkFolder, type FoundFile } from './files/walk-folder.js';
import { factsOfRow, presentInRows } from './manifest.js';
import { folderTags, mergedFacts, namedImage, OwnLicenses, type StatedFacts } from './merged-facts.js';
import { fileReference, orBroken, type Source, type SourceEntry } from './source.js';
import { readRow, unknownColumns, type ManifestRow, UnknownColumns } from './table-row.js';
import { toItem } from './to-item.js';

const SIDECARS = ['metadata.jsonl', 'metadata.csv'];

interface FolderOptions {
  /** What the operator says of every image. A row of the folder's metadata says more. */
  stated?: StatedFacts;
  /** Reads only the files that it accepts, by their exact path below the folder. */
  only?: (path: string) => boolean;
}

/**
 * The images in a folder and in the folders below it. With a `metadata.jsonl` or `metadata.csv` in the folder it is
 * that file which says which images there are and what is known of them; without one, every image file is taken. What
 * neither says is read from the image's own EXIF, IPTC and XMP fields.
 */
export async function openFolder(
  folder: FilePath,
  source: string,
  { stated = {}, only = () => true }: FolderOptions = {},
): Promise<Source> {
  const root = Buffer.from(folder);
  const sidecar = await findSidecar(root);
  const unknown = new UnknownColumns();
  const own = new OwnLicenses();
  const opened = { root, source, stated, own };
  return {
    source,
    total: await countEntries(root, sidecar),
    async *entries(after) {
      if (sidecar === undefined) {
        for await (const found of walkFolder(root, after))
          if (only(exactPath(found.path))) yield await entryOfFile(found, opened);
        return;
      }
      for await (const row of readRows(sidecar, after)) {
        unknown.add(unknownColumns(row.fields));
        const entry = await entryOfRow(row, opened, only);
        if (entry !== undefined) yield { ...entry, cursor: row.cursor };
      }
    },
    present: () =>
      sidecar === undefined ? presentInFolder(root, source) : presentInRows(sidecar, root, source),
    notices: () => [...unknown.notices(), ...own.notices(stated)],
  };
}

interface OpenedFolder {
  own: OwnLicenses;
  root: Buffer;
  source: string;
  stated: StatedFacts;
}

async function findSidecar(root: Buffer): Promise<FilePath | undefined> {
  for (const name of SIDECARS) {
    const path = filePathOf(joinBytes(root, Buffer.from(name)));
    const stats = await stat(path).catch(() => undefined);
    if (stats?.isFile() === true) return path;
  }
  return undefined;
}

async function countEntries(root: Buffer, sidecar: FilePath | undefined): Promise<number | undefined> {
  if (sidecar !== undefined) return readablePath(sidecar).endsWith('.csv') ? undefined : countLines(sidecar);
  let count = 0;
  for await (const { kind } of walkFolder(root)) count += Number(kind === 'image');
  return count;
}

async function entryOfFile(found: FoundFile, opened: OpenedFolder): Promise<SourceEntry> {
  const { path, kind, countedAs, cursor } = found;
  const name = readablePath(path);
  if (kind === 'skipped') return { name, skipped: countedAs, cursor };
  if (kind === 'unreadable-folder') return { name, broken: 'the folder cannot be read', cursor };
  const entry = await entryOf(filePathOf(path), joinBytes(opened.root, path), {}, opened);
  return { ...entry, cursor };
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
    return orBroken(file, async () =>
      entryOf(file, Buffer.from(await confinedPath(opened.root, file)), row, opened),
    );
  });
}

/** @param at Where the file lies. */
function entryOf(
  file: FilePath,
  at: Buffer,
  row: Partial<ManifestRow>,
  { source, stated, own }: OpenedFolder,
): Promise<SourceEntry> {
  const name = readablePath(file);
  return orBroken(name, async () => {
    const path = filePathOf(at);
    const bytesVersion = await hashFile(path);
    const embedded = await readEmbeddedFacts(path);
    const said = factsOfRow({ ...NOTHING, ...row });
    own.add(embedded, stated, said);
    const facts = mergedFacts(namedImage(name), embedded, stated, said);
    const tags = row.tags?.length ? row.tags : [...(facts.tags ?? []), ...folderTags(name)];
    return toItem(source, {
      ...facts,
      tags,
      id: row.id ?? idOfPath(file),
      image: fileReference(path),
      bytesVersion,
    });
  });
}

const NOTHING = readRow({});

/** Asset ids of the image files that lie in a folder; undefined when a folder in it cannot be read. */
async function presentInFolder(root: Buffer, source: string): Promise<Set<string> | undefined> {
  const ids = new Set<string>();
  for await (const { path, kind } of walkFolder(root)) {
    if (kind === 'unreadable-folder') return undefined;
    if (kind === 'image') ids.add(`${source}:${idOfPath(filePathOf(path))}`);
  }
  return ids;
}
