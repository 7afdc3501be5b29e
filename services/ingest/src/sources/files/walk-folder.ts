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
  const passed = Buffer.from(after ?? '', 'hex');
  for await (const { key, ...found } of walk(root, Buffer.alloc(0)))
    if (key.compare(passed) > 0) yield { ...found, cursor: key.toString('hex') };
}

interface Walked extends Omit<FoundFile, 'cursor'> {
  /** In their order, an entry comes behind all before it. */
  key: Buffer;
}

async function* walk(root: Buffer, below: Buffer): AsyncGenerator<Walked> {
  const folder = below.length === 0 ? root : joinBytes(root, below);
  let entries: Entry[];
  try {
    entries = await readdir(folder, { withFileTypes: true, encoding: 'buffer' });
  } catch {
    if (below.length === 0) throw new Error(`The folder ${readablePath(root)} cannot be read.`);
    yield { path: below, kind: 'unreadable-folder', countedAs: '', key: keyOf(below, true) };
    return;
  }
  const sorted = entries
    .filter((entry) => entry.name[0] !== DOT)
    .map((entry) => ({ entry, key: keyOf(entry.name, entry.isDirectory()) }))
    .sort((a, b) => a.key.compare(b.key));
  for (const { entry } of sorted) {
    const path = joinBytes(below, entry.name);
    if (entry.isDirectory()) yield* walk(root, path);
    else yield { path, ...kindOf(entry), key: path };
  }
}

const DOT = 0x2e;

/** Folders sort with their slash. */
function keyOf(path: Buffer, isFolder: boolean): Buffer {
  return isFolder ? Buffer.concat([path, Buffer.from('/')]) : path;
}

function kindOf(entry: Entry): Pick<FoundFile, 'kind' | 'countedAs'> {
  if (entry.isSymbolicLink()) return { kind: 'skipped', countedAs: 'symbolic link' };
  if (!entry.isFile()) return { kind: 'skipped', countedAs: 'special file' };
  const ending = extname(readablePath(entry.name)).toLowerCase();
  if (FILE_ENDINGS.has(ending)) return { kind: 'image', countedAs: ending };
  return { kind: 'skipped', countedAs: ending === '' ? 'without an ending' : ending };
}
