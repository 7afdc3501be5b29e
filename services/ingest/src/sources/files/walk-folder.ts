import type { Dirent } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { FILE_ENDINGS } from '../../images/served-image.js';

/** Something that lies in a folder or below it. */
export interface FoundFile {
  /** Below the folder, its parts separated by `/`. */
  path: string;
  /** `image` by its ending only. */
  kind: 'image' | 'skipped' | 'unreadable';
  /** What a skipped file is counted as: its ending, or what it is; why another one cannot be read. */
  reason: string;
  /** Where the walk goes on behind it. In the order of these, an entry comes behind all before it. */
  cursor: string;
}

/**
 * Everything below a folder except hidden files, in the order of the paths, so that a run can go on behind any of them. A folder
 * that cannot be read is one entry.
 */
export async function* walkFolder(root: string, after = ''): AsyncGenerator<FoundFile> {
  for await (const found of walk(root, '')) if (found.cursor > after) yield found;
}

async function* walk(root: string, below: string): AsyncGenerator<FoundFile> {
  let entries: Dirent[];
  try {
    entries = await readdir(join(root, below), { withFileTypes: true });
  } catch {
    if (below === '') throw new Error(`The folder ${root} cannot be read.`);
    yield { path: below, kind: 'unreadable', reason: 'the folder cannot be read', cursor: `${below}/` };
    return;
  }
  const sorted = entries
    .filter(({ name }) => !name.startsWith('.'))
    // Folders sort with their slash.
    .map((entry) => ({ entry, key: entry.isDirectory() ? `${entry.name}/` : entry.name }))
    .sort((a, b) => (a.key < b.key ? -1 : 1));
  for (const { entry } of sorted) {
    const path = below === '' ? entry.name : `${below}/${entry.name}`;
    if (entry.name.includes(REPLACED))
      yield { path, kind: 'unreadable', reason: NO_UTF_8, cursor: entry.isDirectory() ? `${path}/` : path };
    else if (entry.isDirectory()) yield* walk(root, path);
    else yield { path, ...kindOf(entry), cursor: path };
  }
}

/** What Node puts for bytes of a name that are no UTF-8; nothing can be opened by such a name. */
const REPLACED = '\uFFFD';
const NO_UTF_8 = 'its name is no text in UTF-8: rename it';

function kindOf(entry: Dirent): Pick<FoundFile, 'kind' | 'reason'> {
  if (entry.isSymbolicLink()) return { kind: 'skipped', reason: 'symbolic link' };
  if (!entry.isFile()) return { kind: 'skipped', reason: 'special file' };
  const ending = extname(entry.name).toLowerCase();
  if (FILE_ENDINGS.has(ending)) return { kind: 'image', reason: '' };
  return { kind: 'skipped', reason: ending === '' ? 'without an ending' : ending };
}
