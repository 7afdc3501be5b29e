import type {
  DownloadHeaderInput,
  ReadDownloadRequest,
  ReadDownloadResponseInput,
} from '@imagesearch/contracts/messages';
import type { CallContext } from '@imagesearch/service-kit/call-context';
import { AppError } from '@imagesearch/service-kit/errors';
import { servedFile, type ServedFile } from '../domain/asset-files.js';
import type { AssetStore } from '../domain/asset-store.js';
import type { BlobStore } from '../domain/blob-store.js';
import { partOf, type ByteRange } from '../domain/byte-range.js';
import { verifyDownload } from '../domain/download-token.js';

const CHUNK_BYTES_MAX = 256 * 1024;

export interface ReadDownloadDeps {
  assets: AssetStore;
  blobs: BlobStore;
  downloadSecret: string;
  /** Unix milliseconds. */
  now: () => number;
}

/** The asset is read again, so an asset that is withdrawn after its token was issued is gone at once. */
export function readDownload({ assets, blobs, downloadSecret, now }: ReadDownloadDeps) {
  return async function* (
    request: ReadDownloadRequest,
    call: CallContext,
  ): AsyncGenerator<ReadDownloadResponseInput> {
    const claim = verifyDownload(request.token, downloadSecret, now());
    const asset = claim && (await assets.findFiles(claim.assetId, call));
    const file = claim && asset && servedFile(asset, claim.variant);
    const blob = file && (await blobs.open(file.key, call));
    if (!file || !blob)
      throw new AppError('file_not_found', 'There is no such file, or its address has expired.');
    try {
      const range = rangeFor(request, file);
      const part = range && partOf(range, blob.bytes);
      const rangeNotSatisfiable = part === undefined;
      yield { header: { ...headerOf(file, blob.bytes), range: part ?? null, rangeNotSatisfiable } };
      if (request.headerOnly || rangeNotSatisfiable) return;
      for await (const chunk of blob.chunks(part ?? { offset: 0, length: blob.bytes }, CHUNK_BYTES_MAX)) {
        yield { chunk };
      }
    } finally {
      await blob.close();
    }
  };
}

function headerOf(
  { contentType, fileName, contentDisposition, etag }: ServedFile,
  bytes: number,
): DownloadHeaderInput {
  return { contentType, bytes, fileName, contentDisposition, etag };
}

/** Null stands for the whole file: no range was asked for, or the range is one of another version of the file. */
function rangeFor({ range, rangeIfEtag }: ReadDownloadRequest, { etag }: ServedFile): ByteRange | null {
  if (range === null || (rangeIfEtag !== undefined && rangeIfEtag !== etag)) return null;
  return { offset: range.offset ?? null, length: range.length ?? null };
}
