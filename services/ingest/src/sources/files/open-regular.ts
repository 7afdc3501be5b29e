import { constants } from 'node:fs';
import { open, type FileHandle } from 'node:fs/promises';
import { AssetFault } from '../../pipeline/asset-fault.js';
import type { FilePath } from './byte-path.js';

/** Opens a file of a collection. A pipe would wait for its writer, and a device has no end. @throws AssetFault */
export async function openRegular(path: FilePath): Promise<FileHandle> {
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
