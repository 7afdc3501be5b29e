import type { Dirent } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { FILE_ENDINGS } from '../../images/served-image.js';
import type { Row } from './read-rows.js';

/**
 * A row for everything in a folder and below it except hidden files, in the order of the paths, so that a run can go on behind any of
 * them. A file is an image by its ending only. A folder that cannot be read is one row.
 */
export async function* walkFolder(root: string, below = ''): AsyncGenerator<Row> {
  let entries: Dirent[];
  try {
    entries = await readdir(join(root, below), { withFileTypes: true });
  } catch {
    if (below === '') throw new Error(`The folder ${root} cannot be read.`);
    yield { name: below, fault: 'the folder cannot be read', cursor: `${below}/` };
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
      yield { name: path, fault: NO_UTF_8, cursor: entry.isDirectory() ? `${path}/` : path };
    else if (entry.isDirectory()) yield* walkFolder(root, path);
    else {
      const skipped = skippedAs(entry);
      const found = skipped === undefined ? { fields: { file: path } } : { skipped };
      yield { name: path, ...found, cursor: path };
    }
  }
}

/** What Node puts for bytes of a name that are no UTF-8; nothing can be opened by such a name. */
const REPLACED = '\uFFFD';
const NO_UTF_8 = 'its name is no text in UTF-8: rename it';

/** What a file is counted as that is no image; undefined for one that may be. */
function skippedAs(entry: Dirent): string | undefined {
  if (entry.isSymbolicLink()) return 'symbolic link';
  if (!entry.isFile()) return 'special file';
  const ending = extname(entry.name).toLowerCase();
  if (FILE_ENDINGS.has(ending)) return undefined;
  return ending === '' ? 'without an ending' : ending;
}
