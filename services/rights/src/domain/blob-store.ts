import type { FilePart } from './byte-range.js';

/** A file of the blob store, open for reading; `close` it when its chunks were not read to their end. */
export interface OpenBlob {
  bytes: number;
  /** Reads a part, ahead of its reader by a few chunks at most. */
  chunks(part: FilePart, chunkBytesMax: number): AsyncIterable<Buffer>;
  close(): Promise<void>;
}

/** How a store of its own address is to serve a file. */
export interface ServedAs {
  contentType: string;
  contentDisposition: string;
  cacheControl: string;
  now: Date;
  validS: number;
}

/**
 * Files by key. Keys are made by this service from digests, never from what a caller sent, and a key's
 * content never changes.
 */
export interface BlobStore {
  has(key: string): Promise<boolean>;
  /** Keeps the whole file or nothing, and has it on disk before it returns. */
  write(key: string, chunks: Iterable<Uint8Array> | AsyncIterable<Uint8Array>): Promise<void>;
  open(key: string): Promise<OpenBlob | undefined>;
  /** Also when there is none. */
  remove(key: string): Promise<void>;
  /** Clears away what writes begun before then left behind when their process died. */
  removeUnfinished(before: Date): Promise<void>;
  /** A signed address at the store itself, undefined when there is no such file; null for a store without addresses. */
  addressOf: ((key: string, served: ServedAs) => Promise<string | undefined>) | null;
}
