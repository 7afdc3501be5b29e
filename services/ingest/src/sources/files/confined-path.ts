import { realpath } from 'node:fs/promises';
import { isAbsolute, normalize, sep } from 'node:path';
import { AssetFault } from '../../pipeline/asset-fault.js';
import { filePathOf, joinBytes, type FilePath } from './byte-path.js';

/**
 * The file that a collection names, links followed. A manifest may come from elsewhere: it reaches no file outside
 * its own folder. @throws AssetFault
 */
export async function confinedPath(folder: FilePath, name: string): Promise<FilePath> {
  const below = normalize(name);
  if (
    name.includes('\0') ||
    isAbsolute(name) ||
    below === '.' ||
    below === '..' ||
    below.startsWith(`..${sep}`)
  )
    throw outside();
  const root = Buffer.from(folder);
  try {
    const options = { encoding: 'buffer' } as const;
    const [realFolder, realFile] = await Promise.all([
      realpath(root, options),
      realpath(joinBytes(root, Buffer.from(below)), options),
    ]);
    const inside = realFolder.at(-1) === SEPARATOR ? realFolder : joinBytes(realFolder, Buffer.alloc(0));
    if (!realFile.subarray(0, inside.length).equals(inside)) throw outside();
    return filePathOf(realFile);
  } catch (error) {
    throw error instanceof AssetFault ? error : new AssetFault('there is no such file', { cause: error });
  }
}

const SEPARATOR = sep.charCodeAt(0);

function outside(): AssetFault {
  return new AssetFault('the file is not inside the folder of the collection');
}
