import { randomBytes } from 'node:crypto';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';

const SECRET_BYTES = 32;

/** The key kept in a file that only this user can read; made on first use, so that addresses outlive a restart. */
export async function keptDownloadSecret(path: string): Promise<string> {
  await mkdir(dirname(path), { recursive: true });
  try {
    await writeFile(path, randomBytes(SECRET_BYTES).toString('base64url'), { flag: 'wx', mode: 0o600 });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
  const secret = (await readFile(path, 'utf8')).trim();
  if (Buffer.from(secret, 'base64url').byteLength < SECRET_BYTES) {
    throw new Error(`${path} does not hold a whole key; delete it to have a new one made.`);
  }
  return secret;
}
