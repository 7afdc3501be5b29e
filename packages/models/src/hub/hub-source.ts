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
