import { mkdir, readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { z } from 'zod';
import { writeFileAtomic } from '@imagesearch/service-kit/files/atomic-file';
import { withLock } from '@imagesearch/service-kit/files/folder-lock';
import { hubFileName, type HubFile } from './hub-manifest.js';

/** The repository's own lock file, which an operator commits. */
export const LOCK_PATH = join(import.meta.dirname, '../../../../infra/models/models.lock.json');

const lockSchema = z.strictObject({
  files: z.record(
    z.string(),
    z.strictObject({ bytes: z.int().positive(), sha256: z.string().regex(/^[0-9a-f]{64}$/) }),
  ),
});

export interface Pin {
  bytes: number | undefined;
  sha256: string;
}

export type Pins = (file: HubFile) => Pin | undefined;

/** The pins of the manifest and the lock file; the manifest takes precedence. A missing lock file has no pins. */
export async function readPins(lockPath: string): Promise<Pins> {
  const { files } = await readLock(lockPath);
  return (file) =>
    file.sha256 === undefined ? files[hubFileName(file)] : { bytes: file.bytes, sha256: file.sha256 };
}

/** An existing pin stays. @throws Error when the lock file cannot be written or has another hash. */
export async function pin(
  lockPath: string,
  file: HubFile,
  seen: { bytes: number; sha256: string },
): Promise<void> {
  await mkdir(dirname(lockPath), { recursive: true });
  const unwanted = { isDone: () => Promise.resolve(false), onWait: () => undefined };
  await withLock(`${lockPath}.lock`, unwanted, async () => {
    const lock = await readLock(lockPath);
    const name = hubFileName(file);
    const known = lock.files[name];
    if (known !== undefined && known.sha256 !== seen.sha256) {
      throw new Error(
        `${name} was pinned by another process meanwhile, with another SHA-256 (${known.sha256}).`,
      );
    }
    const files = { ...lock.files, [name]: seen };
    const sorted = Object.fromEntries(Object.entries(files).sort(([a], [b]) => (a < b ? -1 : 1)));
    await writeFileAtomic(lockPath, `${JSON.stringify({ files: sorted }, null, 2)}\n`);
  });
}

async function readLock(lockPath: string): Promise<z.output<typeof lockSchema>> {
  let text: string;
  try {
    text = await readFile(lockPath, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return { files: {} };
    throw error;
  }
  const result = lockSchema.safeParse(JSON.parse(text));
  if (result.success) return result.data;
  throw new Error(`${lockPath} is not a lock file of models:\n${z.prettifyError(result.error)}`);
}
