import type { Dirent } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { extname } from 'node:path';
import { FILE_ENDINGS } from '../../images/served-image.js';
import { joinBytes, readablePath } from './file-path.js';

/** Something that lies in a folder or below it. */
export interface FoundFile {
  /** Below the folder, its parts separated by `/`. */
  path: Buffer;
  /** `image` by its ending only. */
  kind: 'image' | 'skipped' | 'unreadable-folder';
  /** What a skipped file is counted as: its ending, or what it is. */
  countedAs: string;
  /** Where the walk goes on behind it. */
  cursor: string;
}

type Entry = Dirent<Buffer>;

/**
 * Everything below a folder except hidden files, in the order of the paths' bytes, so that a run can go on behind any
 * of them. A folder that cannot be read is one entry.
 */
export async function* walkFolder(root: Buffer, after?: string): AsyncGenerator<FoundFile> {
  yield* walk(root, Buffer.alloc(0), positionOf(after));
}

async function* walk(root: Buffer, below: Buffer, after: Buffer): AsyncGenerator<FoundFile> {
  const folder = below.length === 0 ? root : joinBytes(root, below);
  let entries: Entry[];
  try {
    entries = await readdir(folder, { withFileTypes: true, encoding: 'buffer' });
  } catch {
    if (below.length === 0) throw new Error(`The folder ${readablePath(root)} cannot be read.`);
    const cursor = cursorOf(Buffer.concat([keyOf(below, true), LAST]));
    yield { path: below, kind: 'unreadable-folder', countedAs: '', cursor };
    return;
  }
  const sorted = entries
    .filter((entry) => entry.name[0] !== DOT)
    .map((entry) => ({ entry, key: keyOf(entry.name, entry.isDirectory()) }))
    .sort((a, b) => a.key.compare(b.key));
  for (const { entry } of sorted) {
    const path = joinBytes(below, entry.name);
    const key = keyOf(path, entry.isDirectory());
    const isPast = key.compare(after) <= 0;
    if (isPast && !(entry.isDirectory() && isInside(after, key))) continue;
    if (entry.isDirectory()) yield* walk(root, path, after);
    else yield { path, ...kindOf(entry), cursor: cursorOf(key) };
  }
}

const DOT = 0x2e;
/** Greater than every name in a folder. */
const LAST = Buffer.from([0xff, 0xff]);

/** Folders sort with their slash. */
function keyOf(path: Buffer, isFolder: boolean): Buffer {
  return isFolder ? Buffer.concat([path, Buffer.from('/')]) : path;
}

/** Whether a walk stopped inside this folder, and not behind it. */
function isInside(after: Buffer, key: Buffer): boolean {
  return after.subarray(0, key.length).equals(key) && !after.subarray(key.length).equals(LAST);
}

function kindOf(entry: Entry): Pick<FoundFile, 'kind' | 'countedAs'> {
  if (entry.isSymbolicLink()) return { kind: 'skipped', countedAs: 'symbolic link' };
  if (!entry.isFile()) return { kind: 'skipped', countedAs: 'special file' };
  const ending = extname(readablePath(entry.name)).toLowerCase();
  if (FILE_ENDINGS.has(ending)) return { kind: 'image', countedAs: ending };
  return { kind: 'skipped', countedAs: ending === '' ? 'without an ending' : ending };
}

const CURSOR_PREFIX = 'bytes:';

const cursorOf = (key: Buffer): string => CURSOR_PREFIX + key.toString('hex');

function positionOf(cursor = CURSOR_PREFIX): Buffer {
  return Buffer.from(cursor.slice(CURSOR_PREFIX.length), 'hex');
}
