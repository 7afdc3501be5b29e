import { createHash } from 'node:crypto';
import { pipeline } from 'node:stream/promises';
import { AssetFault } from '../../pipeline/asset-fault.js';
import type { FilePath } from './byte-path.js';
import { openRegular } from './open-regular.js';

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
