import { randomBytes } from 'node:crypto';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';

const SECRET_BYTES = 32;
const WHOLE_SECRET = /^[0-9a-f]{64}$/;

/**
 * A file that only its user can read; it is created when missing.
 * @throws Error when it does not hold 64 hex characters.
 */
export async function keptSecret(path: string): Promise<string> {
  await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  try {
    await writeFile(path, randomBytes(SECRET_BYTES).toString('hex'), { flag: 'wx', mode: 0o600 });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
  const secret = (await readFile(path, 'utf8')).trim();
  if (!WHOLE_SECRET.test(secret))
    throw new Error(`${path} does not hold a whole secret; delete it to have a new one made.`);
  return secret;
}
