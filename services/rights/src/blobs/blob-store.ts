import type { FilePart } from '@imagesearch/image-files/edit/edit';
import type { CallContext } from '@imagesearch/service-kit/call-context';
import { AppError } from '@imagesearch/service-kit/errors';

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
  write(key: string, bytes: Uint8Array): Promise<void>;
  open(key: string, call: CallContext): Promise<OpenBlob | undefined>;
  /** Succeeds when there is no such file. */
  remove(key: string): Promise<void>;
  /** Removes the remains of writes that began before then and whose process died. */
  removeUnfinished(before: Date): Promise<void>;
  /** A signed address at the store itself, which is not asked whether it has the file; null for a store without addresses. */
  addressOf: ((key: string, served: ServedAs) => Promise<string>) | null;
}

/** Lower-case path segments that start with a letter or digit: no `..`, no absolute path. */
const KEY = /^[a-z0-9][a-z0-9.-]*(\/[a-z0-9][a-z0-9.-]*)*$/;

/** Returns the key. @throws Error for a key that could leave the store; only a bug can cause that. */
export function checkedKey(key: string): string {
  if (!KEY.test(key)) throw new Error(`not a blob key: ${key}`);
  return key;
}

const READ_CHUNK_BYTES = 1024 * 1024;

/** The whole content of an original. @throws AppError `file_not_found` */
export async function wholeOriginal(
  blobs: Pick<BlobStore, 'open'>,
  key: string,
  call: CallContext,
): Promise<Buffer> {
  const blob = await blobs.open(key, call);
  if (blob === undefined) throw new AppError('file_not_found', 'The original is gone.');
  try {
    const chunks: Buffer[] = [];
    for await (const chunk of blob.chunks({ offset: 0, length: blob.bytes }, READ_CHUNK_BYTES))
      chunks.push(chunk);
    return Buffer.concat(chunks);
  } finally {
    await blob.close();
  }
}
