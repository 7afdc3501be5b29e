import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import type { FilePath } from './byte-path.js';
import { pipeline } from 'node:stream/promises';

/** SHA-256 of a file's bytes in hex; undefined when the file cannot be read. */
export async function hashFile(path: FilePath): Promise<string | undefined> {
  const hash = createHash('sha256');
  try {
    await pipeline(createReadStream(path), hash);
  } catch {
    return undefined;
  }
  return hash.digest('hex');
}
