import type { ReadDownloadRequest, ReadDownloadResponseInput } from '@imagesearch/contracts/messages';
import { AppError } from '@imagesearch/service-kit/errors';
import { servedFile } from '../domain/asset-files.js';
import type { AssetStore } from '../domain/asset-store.js';
import type { BlobStore } from '../domain/blob-store.js';
import { verifyDownload } from '../domain/download-token.js';

const CHUNK_BYTES_MAX = 256 * 1024;

export interface ReadDownloadDeps {
  assets: AssetStore;
  blobs: BlobStore;
  downloadSecret: string;
  /** Unix milliseconds. */
  now: () => number;
}

/** The asset is looked up again: one that was withdrawn after its address was handed out is gone at once. */
export async function* readDownload(
  { assets, blobs, downloadSecret, now }: ReadDownloadDeps,
  { token }: ReadDownloadRequest,
): AsyncGenerator<ReadDownloadResponseInput> {
  const claim = verifyDownload(token, downloadSecret, now());
  const asset = claim && (await assets.findFiles(claim.assetId));
  const file = claim && asset && servedFile(asset, claim.variant);
  const blob = file && (await blobs.open(file.key));
  if (!file || !blob)
    throw new AppError('file_not_found', 'There is no such file, or its address has expired.');
  try {
    const { contentType, fileName, etag } = file;
    yield { header: { contentType, bytes: blob.bytes, fileName, etag } };
    for await (const chunk of blob.chunks(CHUNK_BYTES_MAX)) yield { chunk };
  } finally {
    await blob.close();
  }
}
