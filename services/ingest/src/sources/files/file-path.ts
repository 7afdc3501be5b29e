import { isUtf8 } from 'node:buffer';
import { createHash } from 'node:crypto';
import { constants } from 'node:fs';
import { readdir, stat, realpath, open, type FileHandle } from 'node:fs/promises';
import { dirname, join, isAbsolute, normalize, sep } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { AssetFault } from '../../asset-failure.js';

/** A path whose bytes are no UTF-8 text is kept as its bytes. */
export type FilePath = string | Buffer;

const LATIN_1 = new TextDecoder('windows-1252');

/** The path as text when it is UTF-8, else as its bytes. */
export function filePathOf(bytes: Buffer): FilePath {
  return isUtf8(bytes) ? bytes.toString('utf8') : bytes;
}

/** A file's name for people: bytes that are no UTF-8 are read as Latin-1 (Windows-1252). */
export function readablePath(path: FilePath): string {
  if (typeof path === 'string') return path;
  return isUtf8(path) ? path.toString('utf8') : LATIN_1.decode(path);
}

/** The same text for the same path on every run, in which every other path differs: `\xe9` stands for a byte. */
export function exactPath(path: FilePath): string {
  if (typeof path === 'string' || isUtf8(path)) return path.toString('utf8');
  return path.toString('latin1').replace(/[\\\x80-\xff]/g, (byte) => `\\x${byte.charCodeAt(0).toString(16)}`);
}

export function joinBytes(folder: Buffer, name: Buffer): Buffer {
  return folder.length === 0 ? name : Buffer.concat([folder, SLASH, name]);
}

const SLASH = Buffer.from('/');

/**
 * The path that an operator typed. Node reads bytes of an argument that are no UTF-8 as U+FFFD; such a path is looked
 * for among the files that are there. Undefined when there is none, or more than one.
 */
export async function findTypedPath(path: string): Promise<FilePath | undefined> {
  if (!path.includes(REPLACED)) return path;
  if (await exists(path)) return path;
  const folder = await findTypedPath(dirname(path));
  if (folder === undefined || dirname(path) === path) return undefined;
  const parent = Buffer.from(folder);
  const names = await readdir(parent, { encoding: 'buffer' }).catch(() => []);
  const matching = names.filter((name) => join(dirname(path), name.toString('utf8')) === path);
  const [name] = matching;
  return name === undefined || matching.length > 1 ? undefined : filePathOf(joinBytes(parent, name));
}

const REPLACED = '\uFFFD';

const exists = (path: string): Promise<boolean> =>
  stat(path).then(
    () => true,
    () => false,
  );

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

/** SHA-256 of a file's bytes in hex. @throws AssetFault */
export async function hashFile(path: FilePath): Promise<string> {
  const hash = createHash('sha256');
  const file = await openRegular(path);
  try {
    await pipeline(file.createReadStream(), hash);
  } catch (error) {
    throw new AssetFault('the file cannot be read', { cause: error });
  }
  return hash.digest('hex');
}
