import { access, mkdir, open, readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { AppError } from '@imagesearch/service-kit/errors';
import { writeFileAtomic } from '@imagesearch/service-kit/files/atomic-file';
import { isStorageCode, storageUnavailable } from '@imagesearch/service-kit/files/storage-fault';
import { STORAGE_UNAVAILABLE_CODES } from '@imagesearch/service-kit/resilience/transient-errors';
import { checkedKey, type BlobStore, type OpenBlob } from './blob-store.js';

const INCOMING = 'incoming';

/**
 * Blobs as files below one folder; unfinished files are in its `incoming`. The folder is created only here: a folder
 * that is missing later is a lost mount, not an empty store.
 */
export async function openFileBlobStore(dir: string): Promise<BlobStore> {
  await mkdir(join(dir, INCOMING), { recursive: true });
  const reaching = <Result>(work: () => Promise<Result>) => reachingFolder(dir, work);
  return {
    has: (key) => reaching(() => exists(pathOf(dir, key))),
    write: (key, bytes) => reaching(() => writeBlob(dir, pathOf(dir, key), bytes)),
    open: (key) => reaching(() => openBlob(pathOf(dir, key))),
    remove: (key) => reaching(() => rm(pathOf(dir, key), { force: true })),
    removeUnfinished: (before) => reaching(() => removeOlder(join(dir, INCOMING), before)),
    addressOf: null,
  };
}

/** Only ingestion writes, so its operator may read which folder is full or read-only. */
async function writeBlob(dir: string, path: string, bytes: Uint8Array): Promise<void> {
  try {
    await writeFileAtomic(path, bytes, { unfinishedDir: join(dir, INCOMING) });
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException;
    if (!isStorageCode(code) || code === 'ENOTDIR') throw error;
    throw storageUnavailable({ dependency: 'blobs', path: dir, code, cause: error });
  }
}

async function openBlob(path: string): Promise<OpenBlob | undefined> {
  const file = await open(path, 'r').catch((error: unknown) => {
    if (isMissing(error)) return undefined;
    throw error;
  });
  if (!file) return undefined;
  const { size } = await file.stat();
  return {
    bytes: size,
    chunks: ({ offset, length }, chunkBytesMax) =>
      file.createReadStream({
        start: offset,
        end: offset + length - 1,
        highWaterMark: chunkBytesMax,
        // Several parts may be read.
        autoClose: false,
      }),
    close: () => file.close(),
  };
}

async function removeOlder(dir: string, before: Date): Promise<void> {
  for (const name of await readdir(dir)) {
    const path = join(dir, name);
    const written = await stat(path).catch((error: unknown) => {
      if (isMissing(error)) return undefined;
      throw error;
    });
    if (written && written.mtimeMs < before.getTime()) await rm(path, { force: true });
  }
}

async function exists(path: string): Promise<boolean> {
  try {
    await access(path);
    return true;
  } catch (error) {
    if (isMissing(error)) return false;
    throw error;
  }
}

function pathOf(dir: string, key: string): string {
  return join(dir, checkedKey(key));
}

/** A full disk or a lost mount makes the store unavailable; it is neither a bug nor a missing file. */
async function reachingFolder<Result>(dir: string, work: () => Promise<Result>): Promise<Result> {
  try {
    const result = await work();
    if (result === undefined || result === false) await access(dir);
    return result;
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code ?? '';
    if (!UNAVAILABLE.has(code)) throw error;
    throw new AppError('dependency_unavailable', 'The blob store is unavailable.', {
      ctx: { dependency: 'blobs' },
      cause: error,
    });
  }
}

/** This service owns the folder, so a failure to find or open something below it is a lost mount. */
const UNAVAILABLE = new Set([...STORAGE_UNAVAILABLE_CODES, 'EACCES', 'ENOTDIR', 'ENOENT']);

function isMissing(error: unknown): boolean {
  return (error as NodeJS.ErrnoException).code === 'ENOENT';
}
