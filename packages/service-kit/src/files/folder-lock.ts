import { stat } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { lock } from 'proper-lockfile';
import { printErr } from '../process/terminal.js';

export interface FolderLock {
  release(): Promise<void>;
  /** Says how the holder rests, so that its folder can be copied while it is open. */
  restsBy(rest: Rest): void;
}

/** Runs work while the holder of a folder writes nothing into it. */
export type Rest = <Result>(work: () => Promise<Result>) => Promise<Result>;

export interface FolderLockOptions {
  /** A lock that is not renewed for this long belongs to a dead process. */
  staleMs?: number;
  /** Called when another process took the lock, for example after a suspension. By default the process exits. */
  onLost?: (error: Error) => void;
}

/** Another process holds the folder. */
export class FolderInUseError extends Error {
  readonly folder: string;

  constructor(folder: string) {
    super(`${folder} is in use by another process; stop it, or choose another DATA_DIR.`);
    this.name = 'FolderInUseError';
    this.folder = folder;
  }
}

export const FOLDER_LOCK_NAME = 'folder.lock';

/** Longer than any pause of the event loop, short enough for a restart after a crash. */
const STALE_MS = 10_000;
const RENEWALS_IN_STALE = 5;
const LOOK_AGAIN_MS = 200;

const heldHere = new Map<string, Rest>();

/**
 * Renewal is the only sign of life: process ids mean nothing between containers that share a disk.
 * @throws FolderInUseError when another process holds the folder.
 */
export async function lockFolder(
  dir: string,
  { staleMs = STALE_MS, onLost = endProcess }: FolderLockOptions = {},
): Promise<FolderLock> {
  const path = resolve(dir, FOLDER_LOCK_NAME);
  if (heldHere.has(path)) throw new Error(`${dir} is already open in this process.`);
  heldHere.set(path, () => Promise.reject(new Error(`${dir} is not open yet.`)));
  const lost = (): void => {
    heldHere.delete(path);
    onLost(new Error(`${dir} was taken over by another process while this one stood still; it stops here.`));
  };
  try {
    const release = await claimUnlessAlive(dir, path, { staleMs, onLost: lost });
    return {
      release: async () => {
        if (heldHere.delete(path)) await release();
      },
      restsBy: (rest) => heldHere.set(path, rest),
    };
  } catch (error) {
    heldHere.delete(path);
    throw error;
  }
}

/**
 * Runs work while nothing writes into the folder: while its holder in this process rests, or under a lock where nobody holds it.
 * @throws FolderInUseError when another process holds the folder.
 */
export async function whileAtRest<Result>(dir: string, work: () => Promise<Result>): Promise<Result> {
  const rest = heldHere.get(resolve(dir, FOLDER_LOCK_NAME));
  if (rest !== undefined) return rest(work);
  const lock = await lockFolder(dir);
  try {
    return await work();
  } finally {
    await lock.release();
  }
}

async function claimUnlessAlive(
  dir: string,
  path: string,
  options: Required<FolderLockOptions>,
): Promise<Release> {
  const seen = new Set<number>();
  const giveUpAt = Date.now() + 2 * options.staleMs;
  while (seen.size < 2 && Date.now() < giveUpAt) {
    const release = await tryToClaim(path, options);
    if (release !== undefined) return release;
    const renewedAt = await modifiedAt(path);
    if (renewedAt !== undefined) seen.add(renewedAt);
    await sleep(LOOK_AGAIN_MS);
  }
  throw new FolderInUseError(dir);
}

export interface WithLockOptions {
  /** Called between attempts; true ends the wait, because the work is already done. */
  isDone: () => Promise<boolean>;
  signal?: AbortSignal | undefined;
}

/** The work may block the event loop for a while. */
const WORK_STALE_MS = 20_000;

/**
 * Runs `work` in one process at a time. Its signal also fires when the lock is lost.
 * @returns false when another process has done the work.
 */
export async function withLock(
  path: string,
  { isDone, signal }: WithLockOptions,
  work: (signal: AbortSignal) => Promise<void>,
): Promise<boolean> {
  const lost = new AbortController();
  const options = { staleMs: WORK_STALE_MS, onLost: (error: Error) => lost.abort(error) };
  signal?.throwIfAborted();
  let release = await tryToClaim(path, options);
  while (release === undefined) {
    await sleep(LOOK_AGAIN_MS, undefined, signal === undefined ? {} : { signal });
    if (await isDone()) return false;
    release = await tryToClaim(path, options);
  }
  try {
    await work(signal === undefined ? lost.signal : AbortSignal.any([signal, lost.signal]));
    return true;
  } finally {
    // A lost lock is no longer ours to release.
    if (!lost.signal.aborted) await release();
  }
}

type Release = () => Promise<void>;

/** Undefined when another process holds the lock. Only the holder of a second, short-lived lock removes a stale one. */
async function tryToClaim(path: string, options: Required<FolderLockOptions>): Promise<Release | undefined> {
  const guard = join(dirname(path), `.${basename(path)}.claim`);
  const lost = new AbortController();
  const leave = await claim(guard, { ...options, onLost: (error) => lost.abort(error) });
  if (leave === undefined) return undefined;
  try {
    return await claim(path, options);
  } finally {
    if (!lost.signal.aborted) await leave();
  }
}

async function claim(
  path: string,
  { staleMs, onLost }: Required<FolderLockOptions>,
): Promise<Release | undefined> {
  try {
    return await lock(path, {
      lockfilePath: path,
      realpath: false,
      stale: staleMs,
      update: staleMs / RENEWALS_IN_STALE,
      onCompromised: onLost,
    });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ELOCKED') return undefined;
    throw error;
  }
}

/** Undefined when the lock has been released. */
async function modifiedAt(path: string): Promise<number | undefined> {
  return stat(path).then(
    ({ mtimeMs }) => mtimeMs,
    () => undefined,
  );
}

/** Running work must stop at once: the files belong to another process now. */
function endProcess({ message }: Error): never {
  printErr(message);
  process.exit(1);
}
