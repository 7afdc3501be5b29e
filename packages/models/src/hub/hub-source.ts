import type { HubFile } from './hub-manifest.js';

/** Somewhere that model files come from. */
export interface HubSource {
  /** As a message names it. */
  name: string;
  /**
   * A file from byte `from` on, or from its start where the source cannot begin elsewhere.
   * @throws HubError
   */
  open(file: HubFile, from: number, signal: AbortSignal): Promise<HubBody>;
  close(): Promise<void>;
}

export interface HubBody {
  /** Where `chunks` begin. */
  from: number;
  /** Of the whole file; undefined when the source does not say. */
  bytesTotal: number | undefined;
  chunks: AsyncIterable<Uint8Array>;
}

export const DEFAULT_HUB_URL = 'https://huggingface.co';

/** Where a file lies below a hub's address and below a mirror's folder. */
export function hubPath({ repository, revision, path }: HubFile): string {
  return `${repository}/resolve/${revision}/${path}`;
}
