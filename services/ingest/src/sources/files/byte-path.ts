import { isUtf8 } from 'node:buffer';
import { readdir, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';

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
