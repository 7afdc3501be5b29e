import { constants } from 'node:fs';
import { realpath, open, type FileHandle } from 'node:fs/promises';
import { join, isAbsolute, normalize, sep } from 'node:path';
import { AssetFault } from '../../asset-failure.js';

/**
 * The file that a collection names, links followed. A manifest may come from elsewhere: it reaches no file outside
 * its own folder. @throws AssetFault
 */
export async function confinedPath(folder: string, name: string): Promise<string> {
  const below = normalize(name);
  if (
    name.includes('\0') ||
    isAbsolute(name) ||
    below === '.' ||
    below === '..' ||
    below.startsWith(`..${sep}`)
  )
    throw outside();
  try {
    const [realFolder, realFile] = await Promise.all([realpath(folder), realpath(join(folder, below))]);
    if (!realFile.startsWith(realFolder.endsWith(sep) ? realFolder : realFolder + sep)) throw outside();
    return realFile;
  } catch (error) {
    throw error instanceof AssetFault ? error : new AssetFault('there is no such file', { cause: error });
  }
}

function outside(): AssetFault {
  return new AssetFault('the file is not inside the folder of the collection');
}

/** Opens a file of a collection. A pipe would wait for its writer, and a device has no end. @throws AssetFault */
export async function openRegular(path: string): Promise<FileHandle> {
  const file = await open(path, constants.O_RDONLY | constants.O_NONBLOCK).catch((error: unknown) => {
    throw new AssetFault(explain(error), { cause: error });
  });
  if ((await file.stat()).isFile()) return file;
  await file.close();
  throw new AssetFault('it is no regular file');
}

/** The message leaves out the path, which the report already has. */
function explain(error: unknown): string {
  const { code } = error as NodeJS.ErrnoException;
  if (code === 'ENOENT') return 'there is no such file';
  if (code === 'EACCES') return 'the file may not be read';
  // A socket.
  if (code === 'ENXIO') return 'it is no regular file';
  return `the file cannot be read (${code ?? String(error)})`;
}

/** A whole file of a collection. @throws AssetFault when it is larger, too. */
export async function readRegular(path: string, bytesMax: number): Promise<Buffer> {
  const file = await openRegular(path);
  try {
    const { size } = await file.stat();
    if (size > bytesMax) throw new AssetFault(`the file is larger than ${bytesMax} bytes`);
    return await file.readFile();
  } catch (error) {
    throw error instanceof AssetFault ? error : new AssetFault('the file cannot be read', { cause: error });
  } finally {
    await file.close();
  }
}
