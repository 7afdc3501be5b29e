import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { HubFile } from './hub-manifest.js';

export interface HubSource {
  /** For messages. */
  name: string;
  /** Opens a file at byte `from`, or at its start when the source does not support offsets. @throws HubError */
  open(file: HubFile, from: number, signal: AbortSignal): Promise<HubBody>;
  close(): Promise<void>;
}

export interface HubBody {
  /** Byte position of the first chunk. */
  from: number;
  /** Size of the whole file; undefined when the source does not tell it. */
  bytesTotal: number | undefined;
  chunks: AsyncIterable<Uint8Array>;
}

export const DEFAULT_HUB_URL = 'https://huggingface.co';

/** Path of a file below a hub's address or a mirror's folder. */
export function hubPath({ repository, revision, path }: HubFile): string {
  return `${repository}/resolve/${revision}/${path}`;
}

/** A copy of a hub on disk, for machines without internet access. */
export function openFolder(folder: string): HubSource {
  return {
    name: folder,
    async open(file, from) {
      const path = join(folder, hubPath(file));
      const facts = await stat(path).catch((error: unknown) => {
        const { code, message } = error as NodeJS.ErrnoException;
        throw new HubError(`${path} cannot be read (${code ?? message}).`, { isTransient: false });
      });
      const start = from < facts.size ? from : 0;
      return { from: start, bytesTotal: facts.size, chunks: createReadStream(path, { start }) };
    },
    close: () => Promise.resolve(),
  };
}

/** A file could not be downloaded or read. The message names the file, the source and the reason. */
export class HubError extends Error {
  /** Whether a retry may succeed. */
  readonly isTransient: boolean;
  /** Wait that the hub asked for before a retry. */
  readonly retryAfterMs: number | undefined;

  constructor(
    message: string,
    options: { isTransient: boolean; retryAfterMs?: number | undefined; cause?: unknown },
  ) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause });
    this.name = 'HubError';
    this.isTransient = options.isTransient;
    this.retryAfterMs = options.retryAfterMs;
  }
}
