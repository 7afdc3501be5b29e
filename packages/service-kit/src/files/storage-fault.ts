import { access, constants, statfs } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { AppError } from '../errors.js';
import { STORAGE_UNAVAILABLE_CODES } from '../resilience/transient-errors.js';

/** The disk or its permissions keep something from being written. The message is one sentence for the operator. */
export class StorageFault extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'StorageFault';
  }
}

const EXPLANATIONS = {
  ENOSPC: (path: string) =>
    `The disk is full: ${path} cannot be written. Free some space, then run the command again.`,
  EDQUOT: (path: string) =>
    `The disk quota of this user is used up: ${path} cannot be written. Free some space, then run the command again.`,
  EROFS: (path: string) => `${path} cannot be written: it is on a read-only disk. Choose another DATA_DIR.`,
  EACCES: (path: string) =>
    `This user may not write ${path}. Change its permissions, or choose another DATA_DIR.`,
  EPERM: (path: string) =>
    `This user may not write ${path}. Change its permissions, or choose another DATA_DIR.`,
  ENOTDIR: (path: string) =>
    `${path} cannot be made: a part of that path is a file. Choose another DATA_DIR.`,
};

/** Node's codes of a disk that cannot be written. */
export type StorageCode = keyof typeof EXPLANATIONS;

/** @param path What cannot be written. */
export function storageFault(code: StorageCode, path: string, cause?: unknown): StorageFault {
  return new StorageFault(EXPLANATIONS[code](path), { cause });
}

/**
 * The fault behind an error or one of its causes; undefined when the error has another reason.
 * @param path What was written, for errors that do not name it.
 */
export function storageFaultOf(error: unknown, path?: string): StorageFault | undefined {
  if (!(error instanceof Error)) return undefined;
  if (error instanceof StorageFault) return error;
  const { code = '', path: named = path } = error as NodeJS.ErrnoException;
  if (isStorageCode(code) && named !== undefined) return storageFault(code, named, error);
  return storageFaultOf(error.cause, path);
}

/** Runs work that writes `path`. @throws StorageFault when the disk or its permissions prevent it. */
export async function writing<Result>(path: string, work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    throw storageFaultOf(error, path) ?? (await hiddenFault(error, path)) ?? error;
  }
}

/** On a read-only disk Node's recursive `mkdir` says that the folder does not exist. */
async function hiddenFault(error: unknown, path: string): Promise<StorageFault | undefined> {
  const { code, syscall } = error as NodeJS.ErrnoException;
  if (code !== 'ENOENT' || syscall !== 'mkdir') return undefined;
  for (let folder = resolve(path); ; folder = dirname(folder)) {
    const reason: unknown = await access(folder, constants.W_OK).catch((refusal: unknown) => refusal);
    const isMissing = (reason as NodeJS.ErrnoException | undefined)?.code === 'ENOENT';
    if (isMissing && dirname(folder) !== folder) continue;
    const { code: refused = '' } = (reason ?? {}) as NodeJS.ErrnoException;
    return isStorageCode(refused) ? storageFault(refused, path, error) : undefined;
  }
}

export interface UnavailableStorage {
  /** Name of the store, for programs. */
  dependency: string;
  path: string;
  code: StorageCode;
  cause: unknown;
}

/** What a service answers to a write that its disk refuses. `ctx.storage` tells another part that a retry does not help. */
export function storageUnavailable({ dependency, path, code, cause }: UnavailableStorage): AppError {
  const { message } = storageFault(code, path);
  return new AppError('dependency_unavailable', message, { ctx: { dependency, storage: code }, cause });
}

/**
 * What a service answers where its disk or the limits of its process refused something that no part of it expected to fail.
 * Undefined for any other error, which is a bug.
 */
export function refusedByMachine(error: unknown): AppError | undefined {
  if (!(error instanceof Error) || error instanceof AppError) return undefined;
  const { code = '' } = error as NodeJS.ErrnoException;
  const isRefusal = STORAGE_UNAVAILABLE_CODES.includes(code) || isStorageCode(code);
  if (error instanceof StorageFault || isRefusal)
    return new AppError('dependency_unavailable', error.message, {
      ctx: isStorageCode(code) ? { storage: code } : {},
      cause: error,
    });
  return refusedByMachine(error.cause);
}

/** Bytes that this user may still write to the disk of a folder. */
export async function freeBytes(folder: string): Promise<number> {
  const { bavail, bsize } = await statfs(folder);
  return bavail * bsize;
}

export function isStorageCode(code: string): code is StorageCode {
  return Object.hasOwn(EXPLANATIONS, code);
}
