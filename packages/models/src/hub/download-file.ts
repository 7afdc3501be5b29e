import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { mkdir, open, rm, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { moveIntoPlace } from '@imagesearch/service-kit/files/atomic-file';
import { writing } from '@imagesearch/service-kit/files/storage-fault';
import { retryWithBackoff } from '@imagesearch/service-kit/resilience/retry';
import { HubError, type HubBody, type HubSource } from './hub-source.js';
import { hubFileName, type HubFile } from './hub-manifest.js';

/** The content that a file must have. */
export interface Pin {
  bytes: number | undefined;
  sha256: string;
}

interface DownloadOptions {
  source: HubSource;
  file: HubFile;
  /** Final path; the file appears there only when it is complete and checked. */
  target: string;
  /** Expected content; undefined for a file without a pin. */
  pin: Pin | undefined;
  onProgress: (doneBytes: number, totalBytes: number | undefined) => void;
  signal: AbortSignal;
  /** For tests. */
  retryDelayMs?: number;
}

/** Consecutive attempts that bring no byte. */
const ATTEMPTS_MAX = 5;
const RETRY_DELAY_MS = 1_000;
const RETRY_DELAY_MS_MAX = 30_000;
/** Limit for a file of unknown size, so that an answer cannot fill the disk. */
const UNKNOWN_LENGTH_BYTES_MAX = 2 ** 31;

/**
 * Resumes an interrupted download, checks the file and renames it.
 * @throws HubError when the download fails or the file differs from its pin.
 */
export async function downloadFile(options: DownloadOptions): Promise<{ bytes: number; sha256: string }> {
  const { target, file, source, pin } = options;
  const part = `${target}.part`;
  await mkdir(dirname(target), { recursive: true });
  for (let isResumed = (await sizeOf(part)) > 0; ; isResumed = false) {
    await fetchAll(options, part);
    const seen = { bytes: await sizeOf(part), sha256: await sha256Of(part) };
    if (pin === undefined || pin.sha256 === seen.sha256) {
      await moveIntoPlace(part, target);
      return seen;
    }
    await rm(part, { force: true });
    // The part of an earlier run may be damaged: download again from the start.
    if (isResumed) continue;
    throw new HubError(
      `${hubFileName(file)} from ${source.name} is not the file that is pinned: SHA-256 ${seen.sha256}, not ${pin.sha256}.`,
      { isTransient: false },
    );
  }
}

export async function sha256Of(path: string): Promise<string> {
  const hash = createHash('sha256');
  await pipeline(createReadStream(path, { highWaterMark: 1024 * 1024 }), hash);
  return hash.digest('hex');
}

/** Size of a file in bytes; 0 when it is missing. */
export async function sizeOf(path: string): Promise<number> {
  return stat(path).then(
    ({ size }) => size,
    () => 0,
  );
}

async function fetchAll(options: DownloadOptions, part: string): Promise<void> {
  const { signal, retryDelayMs = RETRY_DELAY_MS } = options;
  const last = { hasGained: false };
  const attempt = async (): Promise<void> => {
    const had = await sizeOf(part);
    try {
      await fetchRest(options, part, had);
    } finally {
      last.hasGained = (await sizeOf(part)) > had;
    }
  };
  const backoff = { firstPauseMs: retryDelayMs, pauseMsMax: RETRY_DELAY_MS_MAX };
  for (;;) {
    try {
      await retryWithBackoff(attempt, {
        ...backoff,
        retries: ATTEMPTS_MAX - 1,
        signal,
        isRetryable: (error) => isTransientFault(error) && !last.hasGained,
        retryAfterMs: (error) => (error instanceof HubError ? error.retryAfterMs : undefined),
      });
      return;
    } catch (error) {
      // A connection that brought bytes resets the number of attempts.
      if (!isTransientFault(error) || !last.hasGained) throw error;
      await sleep(retryDelayMs, undefined, { signal });
    }
  }
}

function isTransientFault(error: unknown): boolean {
  return error instanceof HubError && error.isTransient;
}

async function fetchRest(options: DownloadOptions, part: string, had: number): Promise<void> {
  const { source, file, pin, onProgress, signal } = options;
  if (pin?.bytes !== undefined && had === pin.bytes) return;
  const body = await source.open(file, had, signal);
  const total = lengthOf(options, body);
  const bytesMax = total ?? UNKNOWN_LENGTH_BYTES_MAX;
  const handle = await open(part, had === 0 ? 'w' : 'r+');
  try {
    await handle.truncate(body.from);
    let position = body.from;
    onProgress(position, total);
    for await (const chunk of body.chunks) {
      if (position + chunk.length > bytesMax) throw tooLong(options, bytesMax);
      await writing(part, () => handle.write(chunk, 0, chunk.length, position));
      position += chunk.length;
      onProgress(position, total);
    }
    if (total !== undefined && position < total) {
      throw new HubError(`${hubFileName(file)} ended after ${position} of ${total} bytes.`, {
        isTransient: true,
      });
    }
    await writing(part, () => handle.sync());
  } finally {
    await handle.close();
  }
}

/** Size of the whole file, from the pin or the source; undefined when only a hash is known. */
function lengthOf({ source, file, pin }: DownloadOptions, { bytesTotal }: HubBody): number | undefined {
  const expected = pin?.bytes ?? bytesTotal;
  if (expected === undefined && pin === undefined) {
    throw new HubError(
      `${source.name} does not tell the size of ${hubFileName(file)}, and no pin does: an interrupted download could not be noticed.`,
      { isTransient: false },
    );
  }
  if (bytesTotal !== undefined && bytesTotal !== expected) {
    throw new HubError(
      `${hubFileName(file)} from ${source.name} is not the file that is pinned: ${bytesTotal} bytes, not ${expected}.`,
      { isTransient: false },
    );
  }
  return expected;
}

function tooLong({ source, file }: DownloadOptions, total: number): HubError {
  return new HubError(`${source.name} sent more than the ${total} bytes of ${hubFileName(file)}.`, {
    isTransient: false,
  });
}
