import type { Dirent } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { FILE_ENDINGS } from '@imagesearch/image-files/format';
import type { LeavesOut } from './left-out.js';
import type { Row } from './read-rows.js';
import { tablesAmong } from './find-table.js';
import { sidecarNames } from './sidecars.js';

/** A row of what lies in a folder. */
export interface FoundRow extends Row {
  /** A table that describes it by its place, and that no run reads. */
  unreadTable?: string;
}

interface Walk {
  root: string;
  leavesOut: LeavesOut;
  /** Below the root; empty for the root itself. */
  below?: string;
  unreadTable?: string | undefined;
}

/**
 * A row for everything in a folder and below it, in the order of the paths, so that a run can go on behind any of them. A file is an image
 * by its ending only. What is left out is one row, and so is a folder that cannot be read.
 */
export async function* walkFolder({ root, leavesOut, below = '', ...walk }: Walk): AsyncGenerator<FoundRow> {
  let entries: Dirent[];
  try {
    entries = await readdir(join(root, below), { withFileTypes: true });
  } catch {
    if (below === '') throw new Error(`The folder ${root} cannot be read.`);
    yield { name: below, fault: 'the folder cannot be read', cursor: `${below}/` };
    return;
  }
  const pathOf = (name: string): string => (below === '' ? name : `${below}/${name}`);
  const tables = tablesAmong(entries.map(({ name }) => name));
  const own = below === '' ? tables.unread : (tables.readable[0] ?? tables.unread);
  const unreadTable = walk.unreadTable ?? (own === undefined ? undefined : pathOf(own));
  const isRead = (name: string): boolean => below === '' && tables.readable.includes(name);
  // They are read with their images.
  const sidecars = new Set(entries.flatMap(({ name }) => (isImage(name) ? sidecarNames(name).flat() : [])));
  const sorted = entries
    .filter(({ name }) => !isRead(name) && !sidecars.has(name))
    // Folders sort with their slash.
    .map((entry) => ({ entry, key: entry.isDirectory() ? `${entry.name}/` : entry.name }))
    .sort((a, b) => (a.key < b.key ? -1 : 1));
  for (const { entry, key } of sorted) {
    const [path, cursor] = [pathOf(entry.name), pathOf(key)];
    const leftOut = leavesOut(path);
    if (leftOut !== undefined) yield { name: path, skipped: leftOut, cursor };
    else if (entry.name.includes(REPLACED)) yield { name: path, fault: NO_UTF_8, cursor };
    else if (entry.isDirectory()) yield* walkFolder({ root, leavesOut, below: path, unreadTable });
    else yield { ...foundAs(entry, path), cursor, ...(unreadTable !== undefined && { unreadTable }) };
  }
}

function foundAs(entry: Dirent, path: string): Pick<FoundRow, 'name' | 'skipped' | 'fields'> {
  const skipped = skippedAs(entry);
  return { name: path, ...(skipped === undefined ? { fields: { file: path } } : { skipped }) };
}

/** What Node puts for bytes of a name that are no UTF-8; nothing can be opened by such a name. */
const REPLACED = '\uFFFD';
const NO_UTF_8 = 'its name is no text in UTF-8: rename it';

/** What a file is counted as that is no image; undefined for one that may be. */
function skippedAs(entry: Dirent): string | undefined {
  if (entry.isSymbolicLink()) return 'symbolic link';
  if (!entry.isFile()) return 'special file';
  if (isImage(entry.name)) return undefined;
  const ending = extname(entry.name).toLowerCase();
  return ending === '' ? 'without an ending' : ending;
}

const isImage = (name: string): boolean => FILE_ENDINGS.has(extname(name).toLowerCase());
