import { AssetFault } from '../pipeline/asset-fault.js';
import { idOfPath } from './asset-id.js';
import { confinedPath } from './files/confined-path.js';
import { filePathOf, type FilePath } from './files/byte-path.js';
import { readRows } from './files/read-rows.js';
import { walkFolder } from './files/walk-folder.js';
import { readRow } from './manifest-row.js';

/** Asset ids of the image files that lie in a folder; undefined when a folder in it cannot be read. */
export async function presentInFolder(root: Buffer, source: string): Promise<Set<string> | undefined> {
  const ids = new Set<string>();
  for await (const { path, kind } of walkFolder(root)) {
    if (kind === 'unreadable-folder') return undefined;
    if (kind === 'image') ids.add(`${source}:${idOfPath(filePathOf(path))}`);
  }
  return ids;
}

/** Asset ids of the rows of a table whose file is there, or that name an address; undefined when a row is not readable. */
export async function presentInRows(
  table: FilePath,
  root: Buffer,
  source: string,
): Promise<Set<string> | undefined> {
  const ids = new Set<string>();
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

async function isThere(root: Buffer, file: string): Promise<boolean> {
  try {
    await confinedPath(root, file);
    return true;
  } catch {
    return false;
  }
}
