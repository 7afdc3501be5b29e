import { once } from 'node:events';
import { relative } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { toAppError } from '@imagesearch/service-kit/errors';
import { printErr } from '@imagesearch/service-kit/process/terminal';
import { printableText } from '@imagesearch/service-kit/text/printable-text';
import { watch, type FSWatcher } from 'chokidar';
import { isTable } from '../sources/files/find-table.js';
import type { LeavesOut } from '../sources/files/left-out.js';
import { sidecarNames } from '../sources/files/sidecars.js';

/** A file counts as written when it has not grown for this long. */
const WRITTEN_AFTER_MS = 1_000;
/** Files that are copied together are ingested together. */
const GATHER_MS = 500;
/** By then the watcher of a new folder has been set, however busy the machine is. */
const READ_AGAIN_AFTER_MS = 2_000;
/** Pause before another try while the services are unavailable. */
const RETRY_MS = 10_000;

/** What has changed in a folder. */
export interface FolderPart {
  /** Whether a file was added or changed, by its path below the folder. */
  has: (path: string) => boolean;
  /** Whether files were removed. */
  hasLost: boolean;
}

/** Ingests the whole folder, or what has changed in it. */
type Run = (part?: FolderPart) => Promise<void>;

interface WatchedFolder {
  folder: string;
  leavesOut: LeavesOut;
}

/** Ingests a folder, and then what is added to it or changes in it, until the signal fires. */
export async function watchFolder(
  { folder, leavesOut }: WatchedFolder,
  run: Run,
  signal: AbortSignal,
): Promise<void> {
  const changes = new Changes();
  // The watcher starts first, so that nothing is missed between the first run and the watching.
  const watcher = await startWatcher({ folder, leavesOut }, changes);
  try {
    await run();
    // What failed is in the report; the command goes on.
    process.exitCode = 0;
    printErr('Watching. Stop with Ctrl-C.');
    while (await changes.next(signal)) {
      const part = changes.take();
      await runUntilAvailable(() => run(part), signal);
    }
  } finally {
    await watcher.close();
  }
}

async function startWatcher({ folder, leavesOut }: WatchedFolder, changes: Changes): Promise<FSWatcher> {
  const watcher = watch(folder, {
    followSymlinks: false,
    ignored: (path) => leavesOut(relative(folder, path)) !== undefined,
    awaitWriteFinish: { stabilityThreshold: WRITTEN_AFTER_MS },
  });
  const nameOf = (path: string): string => relative(folder, path);
  watcher.on('error', (error) => printErr(`The folder cannot be watched: ${printableText(String(error))}`));
  await once(watcher, 'ready');
  // What was there before is ingested by the first run.
  watcher.on('add', (path) => changes.add(nameOf(path)));
  watcher.on('change', (path) => changes.add(nameOf(path)));
  watcher.on('unlink', (path) => changes.remove(nameOf(path)));
  watcher.on('addDir', (path) => void readAgain(path, watcher));
  return watcher;
}

/** The watcher reads a new folder and then watches it. What arrives between the two is found by reading it again. */
async function readAgain(folder: string, watcher: FSWatcher): Promise<void> {
  await sleep(READ_AGAIN_AFTER_MS, undefined, { ref: false });
  // Adding to a closed watcher would open it again, and the command would not end.
  if (!watcher.closed) watcher.add(folder);
}

/** What has changed since the last run. */
class Changes {
  #paths = new Set<string>();
  #isAll = false;
  #hasLost = false;
  #wake: () => void = () => undefined;

  add(path: string): void {
    if (isTable(path)) this.#isAll = true;
    else this.#paths.add(path);
    this.#wake();
  }

  remove(path: string): void {
    if (isTable(path)) this.#isAll = true;
    // An image without its sidecar is another item.
    if (/\.xmp$/i.test(path)) this.#paths.add(path);
    this.#hasLost = true;
    this.#wake();
  }

  /** Resolves once something has changed, with what changed shortly after it; false when the signal fired. */
  async next(signal: AbortSignal): Promise<boolean> {
    const stopped = (): void => this.#wake();
    signal.addEventListener('abort', stopped, { once: true });
    if (this.#paths.size === 0 && !this.#isAll && !this.#hasLost && !signal.aborted)
      await new Promise<void>((resolve) => (this.#wake = resolve));
    signal.removeEventListener('abort', stopped);
    await sleep(GATHER_MS, undefined, { signal }).catch(() => undefined);
    return !signal.aborted;
  }

  /** Undefined stands for the whole folder. */
  take(): FolderPart | undefined {
    const [paths, isAll, hasLost] = [this.#paths, this.#isAll, this.#hasLost];
    this.#paths = new Set();
    this.#isAll = false;
    this.#hasLost = false;
    return isAll ? undefined : { has: (path) => isChanged(path, paths), hasLost };
  }
}

const isChanged = (image: string, paths: ReadonlySet<string>): boolean =>
  [image, ...sidecarNames(image).flat()].some((path) => paths.has(path));

async function runUntilAvailable(run: () => Promise<void>, signal: AbortSignal): Promise<void> {
  for (;;) {
    try {
      await run();
      process.exitCode = 0;
      return;
    } catch (error) {
      const { code, message } = toAppError(error);
      if (code !== 'dependency_unavailable' || signal.aborted) throw error;
      printErr(`${printableText(message)} Another try follows in ${RETRY_MS / 1_000} s.`);
      await sleep(RETRY_MS, undefined, { signal });
    }
  }
}
