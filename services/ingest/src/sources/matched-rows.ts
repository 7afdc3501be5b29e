import { printableText } from '@imagesearch/service-kit/text/printable-text';
import { join, posix } from 'node:path';
import { AssetFault } from '../asset-failure.js';
import { Agreement, termsOf } from './agreement.js';
import { idOfPath } from './asset-id.js';
import { FilesOnDisk, identityOf, type Match } from './files/files-on-disk.js';
import type { LeavesOut } from './files/left-out.js';
import { readRows, type Row } from './files/read-rows.js';
import { walkFolder, type FoundRow } from './files/walk-folder.js';
import { fileOfRow, readRow, type ManifestRow } from './table-row.js';

/** What is said of one image, and the file that it is said of. */
export interface MatchedRow extends Row {
  /** Below the root, as the disk writes it. Set beside `skipped` for an image that stays out. */
  file?: string | undefined;
  /** The row names a file that is not there. */
  isGone?: true;
  /** A table that describes the file by its place, and that no run reads. */
  unreadTable?: string;
}

/** The rows of a collection, the same in every pass. */
export interface MatchedRows {
  rows(): AsyncIterable<MatchedRow>;
  /** What an operator should know of the table. */
  notices(): string[];
}

interface FolderRows {
  root: string;
  table: string | undefined;
  leavesOut: LeavesOut;
  /** Whether files go out that have no row, whatever the table may say of them. */
  allowsUnlisted: boolean;
}

/** Begins the cursors of files, which come behind all rows of the table. */
export const AMONG_FILES = 'file ';

const OTHER_NAME = 'another name of a file that has a row';

/**
 * The rows of a folder's table; then a row for each file that none of them is of. Where a row may be of any of them, because it finds no file
 * or cannot be read, those files stay out: the row may say what their images must not be used for.
 */
export async function matchFolder(folder: FolderRows): Promise<MatchedRows> {
  const { table, allowsUnlisted } = folder;
  if (table === undefined)
    return {
      rows: async function* () {
        for await (const row of walkFolder(folder))
          yield rowOfFile(row, !allowsUnlisted && row.unreadTable !== undefined);
      },
      notices: () => [],
    };
  const found: FoundRow[] = [];
  for await (const row of walkFolder(folder)) found.push(row);
  const matched = await TableOfFolder.read({ ...folder, table }, found);
  return {
    rows: async function* () {
      yield* matched.rows();
      for (const row of found) {
        const listed = matched.listedAs(row);
        const staysOut = !matched.isWhole || row.unreadTable !== undefined;
        if (listed === 'another file') yield { ...rowOfFile(row, true), skipped: OTHER_NAME };
        else if (listed === undefined) yield rowOfFile(row, staysOut && !allowsUnlisted);
      }
    },
    notices: () => matched.notices(),
  };
}

function rowOfFile(row: FoundRow, staysOut: boolean): MatchedRow {
  const file = fileOfRow(row.fields);
  const cursor = `${AMONG_FILES}${row.cursor}`;
  return { ...row, cursor, file, ...(staysOut && file !== undefined && { skipped: WITHOUT_A_ROW }) };
}

/** What an image is counted as that stays out because a row may be meant for it. */
export const WITHOUT_A_ROW = 'without a row';

/** The table of a folder, each row with the file on the disk that it is of. */
class TableOfFolder {
  readonly #table: string;
  readonly #matches = new Map<string, Match>();
  readonly #agreement = new Agreement();
  /** Files that a row is of, and what identifies them on their disk. */
  readonly #listed = new Set<string>();
  readonly #covered = new Set<string>();
  readonly #identities: ReadonlyMap<string, string | undefined>;
  readonly #renamed: string[] = [];
  /** Whether each row is of a file; a row that is of none may be meant for any. */
  isWhole = true;

  private constructor(table: string, identities: ReadonlyMap<string, string | undefined>) {
    this.#table = table;
    this.#identities = identities;
  }

  static async read(
    { root, leavesOut, table }: { root: string; leavesOut: LeavesOut; table: string },
    found: readonly FoundRow[],
  ): Promise<TableOfFolder> {
    const disk = new FilesOnDisk(root, leavesOut);
    const identities = new Map<string, string | undefined>();
    for (const { fields } of found) {
      const file = fileOfRow(fields);
      if (file !== undefined) identities.set(file, await disk.add(file));
    }
    const matched = new TableOfFolder(table, identities);
    for await (const row of readRows(table)) matched.#add(row, await matchOf(row, disk));
    return matched;
  }

  #add(row: Row, match: Match): void {
    this.#matches.set(row.cursor, match);
    if ('fault' in match) this.isWhole = false;
    if (!('file' in match)) return;
    const { file } = match;
    this.#listed.add(file);
    const identity = this.#identities.get(file);
    if (identity !== undefined) this.#covered.add(identity);
    const named = fileOfRow(row.fields) ?? '';
    if (posix.normalize(named) !== file) this.#renamed.push(`${row.name}: ${named} is ${file}`);
    const said = readable(row);
    for (const key of keysOf(file, said)) this.#agreement.add(key, row.name, said && { ...said, file });
  }

  async *rows(): AsyncGenerator<MatchedRow> {
    for await (const row of readRows(this.#table)) {
      const match = this.#matches.get(row.cursor) ?? { fault: 'the table has changed since the run began' };
      if ('file' in match) {
        const said = readable(row);
        // A row that cannot be read says so itself.
        const fault = said && this.#agreement.faultOf(keysOf(match.file, said));
        yield { ...row, file: match.file, ...(fault !== undefined && { fault }) };
      } else yield { ...row, ...match };
    }
  }

  /** Whether a row is of a file of the walk, under its name or another one. */
  listedAs({ fields }: FoundRow): 'this file' | 'another file' | undefined {
    const file = fileOfRow(fields) ?? '';
    if (this.#listed.has(file)) return 'this file';
    const identity = this.#identities.get(file);
    return identity !== undefined && this.#covered.has(identity) ? 'another file' : undefined;
  }

  notices(): string[] {
    return this.#renamed.length === 0
      ? []
      : [`Rows whose file is written otherwise on the disk: ${firstOf(this.#renamed)}.`];
  }
}

async function matchOf(row: Row, disk: FilesOnDisk): Promise<Match> {
  if (row.fault !== undefined) return { fault: row.fault };
  const swallowed = linesWithin(row.fields).find((line) => disk.isNamedIn(line));
  if (swallowed !== undefined)
    return { fault: `a quotation mark swallows the line "${swallowed.slice(0, SHOWN_CHARS)}"` };
  const file = fileOfRow(row.fields);
  return file === undefined ? { fault: 'file: every row needs one' } : disk.match(file);
}

const SHOWN_CHARS = 80;

/** Lines within cells, behind their first one: a stray quotation mark makes rows a part of the one before them. */
function linesWithin(fields: unknown): string[] {
  const cells = typeof fields === 'object' && fields !== null ? Object.values(fields) : [];
  return cells.flatMap((cell: unknown) =>
    typeof cell === 'string' ? cell.split(/\r\n|\r|\n/).slice(1) : [],
  );
}

function keysOf(file: string, row: ManifestRow | undefined): string[] {
  return [`file:${file}`, ...(row === undefined ? [] : [`id:${row.id ?? idOfPath(file)}`])];
}

/** Undefined when a column cannot be read. */
function readable({ fields, fault }: Row): ManifestRow | undefined {
  try {
    return fault === undefined ? readRow(fields) : undefined;
  } catch (error) {
    if (error instanceof AssetFault) return undefined;
    throw error;
  }
}

const NAMED_MAX = 10;

/** The first of many, for a sentence. */
export function firstOf(names: readonly string[]): string {
  const first = names.slice(0, NAMED_MAX).map((name) => printableText(name));
  return `${first.join(', ')}${names.length > NAMED_MAX ? ', …' : ''}`;
}

/** The rows of a manifest, which names its files itself. Those of one id say the same, and those of one image state the same terms. */
export async function matchManifest(root: string, table: string): Promise<MatchedRows> {
  const agreement = new Agreement();
  for await (const row of readRows(table)) {
    const said = readable(row);
    for (const key of await keysOfManifest(root, row, said))
      agreement.add(key, row.name, said && (key.startsWith('id:') ? said : termsOf(said)));
  }
  return {
    rows: async function* () {
      for await (const row of readRows(table)) {
        const said = readable(row);
        const fault = row.fault ?? (said && agreement.faultOf(await keysOfManifest(root, row, said)));
        yield { ...row, file: fileOfRow(row.fields), ...(fault !== undefined && { fault }) };
      }
    },
    notices: () => [],
  };
}

async function keysOfManifest(root: string, row: Row, said: ManifestRow | undefined): Promise<string[]> {
  const file = fileOfRow(row.fields);
  const identity = file === undefined ? said?.url : await identityOf(join(root, file));
  return [
    ...(said?.id === undefined ? [] : [`id:${said.id}`]),
    ...(identity === undefined ? [] : [`image:${identity}`]),
  ];
}
