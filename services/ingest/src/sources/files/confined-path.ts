import { realpath } from 'node:fs/promises';
import { isAbsolute, relative, resolve, sep } from 'node:path';
import { AssetFault } from '../../pipeline/asset-fault.js';

/**
 * The file that a collection names, links followed. A manifest may come from elsewhere: it reaches no file outside
 * its own folder. @throws AssetFault
 */
export async function confinedPath(folder: string, name: string): Promise<string> {
  if (name.includes('\0') || isAbsolute(name)) throw outside();
  const path = resolve(folder, name);
  if (isOutside(folder, path)) throw outside();
  try {
    const [realFolder, realFile] = await Promise.all([realpath(folder), realpath(path)]);
    if (isOutside(realFolder, realFile)) throw outside();
    return realFile;
  } catch (error) {
    throw error instanceof AssetFault ? error : new AssetFault('there is no such file', { cause: error });
  }
}

function isOutside(folder: string, path: string): boolean {
  const below = relative(folder, path);
  return below === '' || below === '..' || below.startsWith(`..${sep}`) || isAbsolute(below);
}

function outside(): AssetFault {
  return new AssetFault('the file is not inside the folder of the collection');
}
