import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { mkdir, open, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { moveIntoPlace } from '@imagesearch/service-kit/files/atomic-file';
import { withLock } from '@imagesearch/service-kit/files/folder-lock';
import { writing } from '@imagesearch/service-kit/files/storage-fault';
import { backoffMs } from '@imagesearch/service-kit/resilience/retry';
import type { ProfileProgress } from '../profile.js';
import { HubError, openHubFile } from './hub-body.js';
import { hubFileName, type HubFile } from './hub-manifest.js';

export interface HubSettings {
  modelDir: string;
  /** Address of a hub, or folder of a mirror. */
  hubUrl: string;
  /** Undefined: the repository's own manifest. */
  manifestPath?: string | undefined;
}

type FileState = 'whole' | 'missing' | 'damaged';

export function pathOf({ modelDir }: Pick<HubSettings, 'modelDir'>, file: HubFile): string {
  return join(modelDir, 'hub', hubFileName(file));
}

/** Reads the whole file to compare its SHA-256: about 0.3 s for 100 MB. */
export async function stateOf(settings: HubSettings, file: HubFile): Promise<FileState> {
  const path = pathOf(settings, file);
  const bytes = await sizeOf(path);
  if (bytes === 0) return 'missing';
  const isWhole = bytes === file.bytes && (await sha256Of(path)) === file.sha256;
  return isWhole ? 'whole' : 'damaged';
}

/** Whether files of the right size are there; it does not check their content. */
export async function arePresent(settings: HubSettings, files: readonly HubFile[]): Promise<boolean> {
  for (const file of files) if ((await sizeOf(pathOf(settings, file))) !== file.bytes) return false;
  return true;
}

/** Size of a file in bytes; 0 when it is missing. */
async function sizeOf(path: string): Promise<number> {
  return stat(path).then(
    ({ size }) => size,
    () => 0,
  );
}

export interface PullOptions extends HubSettings {
  onProgress?: ((progress: ProfileProgress) => void) | undefined;
  signal?: AbortSignal | undefined;
  /** For tests. */
  retryDelayMs?: number;
  /** For tests. */
  stalledMs?: number;
}

/**
 * Downloads a file that is not whole. Processes that call it at the same time share one download.
 * @throws HubError when the download fails or the file differs from its SHA-256
 */
export async function pullFile(file: HubFile, options: PullOptions): Promise<void> {
  const isDone = async () => (await stateOf(options, file)) === 'whole';
  if (await isDone()) return;
  const target = pathOf(options, file);
  await mkdir(dirname(target), { recursive: true });
  await withLock(`${target}.lock`, { isDone, signal: options.signal }, async (signal) => {
    if (!(await isDone())) await download(file, target, { ...options, signal });
  });
}

type DownloadOptions = PullOptions & { signal: AbortSignal };

/** Resumes an interrupted download, checks the file and renames it: it appears only when it is whole. */
async function download(file: HubFile, target: string, options: DownloadOptions): Promise<void> {
  const part = `${target}.part`;
  for (let isResumed = (await sizeOf(part)) > 0; ; isResumed = false) {
    await fetchAll(file, part, options);
    const sha256 = await sha256Of(part);
    if (sha256 === file.sha256) return moveIntoPlace(part, target);
    await rm(part, { force: true });
    // The part of an earlier run may be damaged: download again from the start.
    if (isResumed) continue;
    throw new HubError(
      `${hubFileName(file)} from ${options.hubUrl} is not the file of the manifest: SHA-256 ${sha256}, not ${file.sha256}.`,
      { isTransient: false },
    );
  }
}

/** Consecutive attempts that bring no byte. */
const ATTEMPTS_MAX = 5;
const RETRY_DELAY_MS = 1_000;
const RETRY_DELAY_MS_MAX = 30_000;

async function fetchAll(file: HubFile, part: string, options: DownloadOptions): Promise<void> {
  const { signal, retryDelayMs: firstPauseMs = RETRY_DELAY_MS } = options;
  for (let failures = 0; ;) {
    const had = await sizeOf(part);
    try {
      await fetchRest(file, part, had, options);
      return;
    } catch (error) {
      if (!(error instanceof HubError) || !error.isTransient) throw error;
      failures = (await sizeOf(part)) > had ? 1 : failures + 1;
      if (failures === ATTEMPTS_MAX) throw error;
      const pauseMs = error.retryAfterMs ?? backoffMs(failures, { firstPauseMs, pauseMsMax: Infinity });
      await sleep(Math.min(pauseMs, RETRY_DELAY_MS_MAX), undefined, { signal });
    }
  }
}

/** A connection without data for so long is closed, and the download resumed. */
const STALLED_AFTER_MS = 30_000;

async function fetchRest(
  file: HubFile,
  part: string,
  had: number,
  { hubUrl, signal, stalledMs = STALLED_AFTER_MS, onProgress }: DownloadOptions,
): Promise<void> {
  if (had === file.bytes) return;
  const step = `downloading ${file.repository} ${file.path}`;
  const report = (done: number): void => onProgress?.({ step, done, total: file.bytes });
  report(had);
  const { from, chunks } = await openHubFile(hubUrl, file, { from: had, signal, stalledMs });
  const handle = await open(part, had === 0 ? 'w' : 'r+');
  try {
    await handle.truncate(from);
    let position = from;
    for await (const chunk of chunks) {
      if (position + chunk.length > file.bytes)
        throw new HubError(`${hubUrl} sent more than the ${file.bytes} bytes of ${hubFileName(file)}.`, {
          isTransient: false,
        });
      await writing(part, () => handle.write(chunk, 0, chunk.length, position));
      position += chunk.length;
      report(position);
    }
    await writing(part, () => handle.sync());
  } finally {
    await handle.close();
  }
}

async function sha256Of(path: string): Promise<string> {
  const hash = createHash('sha256');
  await pipeline(createReadStream(path, { highWaterMark: 1024 * 1024 }), hash);
  return hash.digest('hex');
}
