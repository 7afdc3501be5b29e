import type { Lifecycle } from '@imagesearch/service-kit/process/lifecycle';
import type { BlobStore } from '../../domain/blob-store.js';
import type { BlobAddress } from './blob-url.js';
import { openFileBlobStore } from './file-blob-store.js';
import type { S3Credentials } from './s3-blob-store.js';

export async function openBlobStore(
  address: BlobAddress,
  credentials: S3Credentials | undefined,
  lifecycle: Lifecycle,
): Promise<BlobStore> {
  if (address.kind === 'folder') return openFileBlobStore(address.dir);
  // The SDK is large, so it is loaded only where a bucket is configured.
  const { openS3BlobStore } = await import('./s3-blob-store.js');
  const store = openS3BlobStore(address, credentials);
  lifecycle.onClose('blobs', () => store.close());
  return store;
}
