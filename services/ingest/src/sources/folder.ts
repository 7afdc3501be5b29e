import { createHash } from 'node:crypto';
import { dirname } from 'node:path';
import { FILE_BYTES_MAX } from '@imagesearch/facets/limits';
import { AssetFault } from '../asset-failure.js';
import { idOfPath } from './asset-id.js';
import { readEmbeddedFacts, readFileFacts } from './embedded/embedded-facts.js';
import { describedIn } from '@imagesearch/image-files/metadata/described';
import { saidBy } from '@imagesearch/image-files/metadata/said';
import { confinedPath, readRegular } from './files/file-path.js';
import { findTable } from './files/find-table.js';
import { leavesOutBy, type FolderChoice } from './files/left-out.js';
import { readSidecars } from './files/sidecars.js';
import {
  AMONG_FILES,
  firstOf,
  matchFolder,
  matchManifest,
  WITHOUT_A_ROW,
  type MatchedRow,
  type MatchedRows,
} from './matched-rows.js';
import { folderTags, mergedFacts, namedImage, OwnLicenses, type StatedFacts } from './merged-facts.js';
import { orBroken, type Source, type SourceEntry, type SourceItem } from './source.js';
import { fileOfRow, readRow, unknownColumns, type ManifestRow, UnknownColumns } from './table-row.js';
import { toItem } from './to-item.js';

interface FolderOptions extends FolderChoice {
  /** What the operator says of every image. A row of the folder's metadata says more. */
  stated?: StatedFacts;
  /** Reads only the files that it accepts, by their exact path below the folder. */
  only?: (path: string) => boolean;
  /** Lets images out that have no row, although a row may be meant for them. */
  allowsUnlisted?: boolean;
}

/**
 * The images in a folder and in the folders below it. The rows of a `metadata.jsonl` or `metadata.csv` in it come first and
 * say what is known of their images. What no row says is read from the image's XMP sidecars, and from its own EXIF, IPTC and XMP
 * fields.
 */
export async function openFolder(
  root: string,
  source: string,
  { stated = {}, only = () => true, allowsUnlisted = false, ...choice }: FolderOptions = {},
): Promise<Source> {
  const leavesOut = leavesOutBy(choice);
  const match = async (): Promise<MatchedRows> =>
    matchFolder({ root, table: await findTable(root), leavesOut, allowsUnlisted });
  return open({ root, source, stated, only, match, isFolder: true });
}

/**
 * Images that a `.jsonl` or `.csv` file lists, one a row: `id`, and `file` (below the manifest's own folder) or
 * `url` (https); everything else may be missing.
 */
export function openManifest(table: string, source: string, stated: StatedFacts = {}): Promise<Source> {
  const root = dirname(table);
  const match = (): Promise<MatchedRows> => matchManifest(root, table);
  return open({ root, source, stated, only: () => true, match, isFolder: false });
}

interface LocalCollection {
  /** What a row names lies below it. */
  root: string;
  source: string;
  stated: StatedFacts;
  only: (path: string) => boolean;
  match: () => Promise<MatchedRows>;
  /** Whether files without a row belong to it too, and say what no row says. */
  isFolder: boolean;
}

async function open(collection: LocalCollection): Promise<Source> {
  const { source, stated, only } = collection;
  const unknown = new UnknownColumns();
  const own = new OwnLicenses();
  const undated: string[] = [];
  const matched = await collection.match();
  const isWanted = ({ name, file }: MatchedRow): boolean => only(file ?? name);
  let total = 0;
  const held: string[] = [];
  const unreadTables = new Set<string>();
  for await (const row of matched.rows()) {
    if (!isWanted(row)) continue;
    total += Number(row.skipped === undefined);
    if (row.skipped === WITHOUT_A_ROW) held.push(row.name);
    if (row.unreadTable !== undefined) unreadTables.add(row.unreadTable);
  }
  return {
    source,
    total,
    async *entries(after) {
      for await (const row of matched.rows()) {
        unknown.add(unknownColumns(row.fields));
        if (!isWanted(row) || (after !== undefined && !isBehind(row.cursor, after))) continue;
        const entry = await entryOf(row, collection, own);
        if ('created' in entry && entry.created === null) undated.push(row.name);
        yield { ...entry, cursor: row.cursor };
      }
    },
    present: () => presentIn(collection),
    notices: () => [
      ...unknown.notices(),
      ...own.notices(stated),
      ...noticesOfDates(undated),
      ...matched.notices(),
      ...heldBack(held, [...unreadTables]),
    ],
  };
}

function noticesOfDates(rows: readonly string[]): string[] {
  return rows.length === 0
    ? []
    : [
        `A date that cannot be read counts as unknown (${firstOf(rows)}). Write 1950-06-15, 15.06.1950, 1950-06 or 1950.`,
      ];
}

/** Names the images that stay out because a row may be meant for them, and the tables whose rows nobody has read. */
function heldBack(names: readonly string[], unreadTables: readonly string[]): string[] {
  const [images, them] = names.length === 1 ? ['1 image has', 'it'] : [`${names.length} images have`, 'them'];
  return [
    ...(unreadTables.length === 0
      ? []
      : [
          `Not read: ${firstOf(unreadTables)}. A run reads one table, the metadata.jsonl or metadata.csv of the folder itself.`,
        ]),
    ...(names.length === 0
      ? []
      : [
          `${images} no row and stayed out, because a row or a table that is not read may be meant for ${them}: ` +
            `${firstOf(names)}. Mend the table, or add --allow-unlisted. ` +
            'What an earlier run let out stays as it is; withdraw removes it.',
        ]),
  ];
}

function isBehind(cursor: string, after: string): boolean {
  const isFile = cursor.startsWith(AMONG_FILES);
  if (isFile !== after.startsWith(AMONG_FILES)) return isFile;
  return isFile ? cursor > after : Number(cursor) > Number(after);
}

async function entryOf(row: MatchedRow, collection: LocalCollection, own: OwnLicenses): Promise<SourceEntry> {
  const { name, file, fields, fault, skipped, cursor } = row;
  if (skipped !== undefined) return { name, skipped };
  const meant = cursor.startsWith(AMONG_FILES) ? undefined : (file ?? fileOfRow(fields));
  const said = meant === undefined ? name : `${name}, ${meant}`;
  if (fault !== undefined) return { name: said, broken: fault };
  return orBroken(said, () => {
    const facts = readRow(fields);
    const { root, source, isFolder } = collection;
    if (!isFolder && facts.id === undefined) throw new AssetFault('id: every row needs one');
    return orBroken(isFolder ? said : `${name}, ${source}:${facts.id ?? ''}`, async () =>
      itemOf(
        { ...facts, file },
        file === undefined ? undefined : await confinedPath(root, file),
        collection,
        own,
      ),
    );
  });
}

/** @param path Where the file lies, if the row names one. */
async function itemOf(
  row: ManifestRow,
  path: string | undefined,
  { root, source, stated, isFolder }: LocalCollection,
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
  const id = row.id ?? idOfPath(file);
  const { embedded, bytesVersion, sidecars } = await describedFile(root, path);
  own.add({ name: file, embedded, sidecars }, stated, said);
  if (!isFolder) {
    // A manifest describes its images itself, but no option takes a licence from a file that states one.
    const { license, licenseUrl, declaredBy } = embedded;
    const terms = { license, licenseUrl, declaredBy };
    return toItem(source, { ...mergedFacts({}, terms, stated, said), id, image: { path }, bytesVersion });
  }
  const facts = mergedFacts(namedImage(file), embedded, stated, said);
  const tags = row.tags?.length ? row.tags : [...(facts.tags ?? []), ...folderTags(file)];
  return toItem(source, { ...facts, tags, id, image: { path }, bytesVersion });
}

/** What an image says of itself, and its sidecars of it. */
async function describedFile(root: string, path: string) {
  const bytes = await readRegular(path, FILE_BYTES_MAX);
  const sidecars = await readSidecars(root, path);
  const beside = sidecars.map(({ said }) => said);
  // The file's own say is read where it is ingested.
  const { facts, statement } = readFileFacts(...beside);
  return {
    sidecars,
    embedded: {
      ...readEmbeddedFacts(...beside, saidBy(describedIn(bytes))),
      ...facts,
      statements: statement === null ? [] : [statement],
    },
    bytesVersion: createHash('sha256').update(bytes).digest('hex'),
  };
}

/**
 * Asset ids of the rows and files that are there, or that name an address; undefined when a row or a folder is not readable.
 */
async function presentIn({ root, source, match }: LocalCollection): Promise<Set<string> | undefined> {
  const ids = new Set<string>();
  const matched = await match();
  for await (const { fields, fault, skipped, file, isGone } of matched.rows()) {
    if (isGone === true || (skipped !== undefined && file === undefined)) continue;
    const row = fault === undefined ? await orBroken('', () => readRow(fields)) : undefined;
    if (row === undefined || 'broken' in row) return undefined;
    const { id, url } = row;
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
