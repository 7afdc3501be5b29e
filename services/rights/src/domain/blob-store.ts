import type { CallContext } from '@imagesearch/service-kit/call-context';
import type { FilePart } from './byte-range.js';

/** An open file, of which any parts are read one after another; call `close` at the end. */
export interface OpenBlob {
  bytes: number;
  /** Reads a part, at most a few chunks ahead of the reader. */
  chunks(part: FilePart, chunkBytesMax: number): AsyncIterable<Buffer>;
  close(): Promise<void>;
}

/** How a store that signs addresses serves a file. */
export interface ServedAs {
  contentType: string;
  contentDisposition: string;
  cacheControl: string;
  now: Date;
  validS: number;
}

/**
 * Files by key. This service makes keys from digests, never from a caller's text. The content of a key never changes.
 */
export interface BlobStore {
  has(key: string, call: CallContext): Promise<boolean>;
  /** Stores the whole file or nothing; durable when it resolves. */
  write(key: string, chunks: Iterable<Uint8Array> | AsyncIterable<Uint8Array>): Promise<void>;
  open(key: string, call: CallContext): Promise<OpenBlob | undefined>;
  /** Succeeds when there is no such file. */
  remove(key: string): Promise<void>;
  /** Removes the remains of writes that began before then and whose process died. */
  removeUnfinished(before: Date): Promise<void>;
  /** A signed address at the store itself, which is not asked whether it has the file; null for a store without addresses. */
  addressOf: ((key: string, served: ServedAs) => Promise<string>) | null;
}
