import type { Lifecycle } from '@imagesearch/service-kit/process/lifecycle';
import { SpanKind, traceMethods } from '@imagesearch/service-kit/telemetry/spans';
import type { BlobAddress, S3Credentials } from './blob-address.js';
import type { BlobStore } from './blob-store.js';
import { openFileBlobStore } from './file-blob-store.js';

/** A store of files; what it does for a call is a span of that call. */
export async function openBlobStore(
  address: BlobAddress,
  credentials: S3Credentials | undefined,
  lifecycle: Lifecycle,
): Promise<BlobStore> {
  const store = await openKind(address, credentials, lifecycle);
  return traceMethods(store, ['has', 'write', 'open', 'remove'], (method) => ({
    name: `blobs ${method}`,
    kind: SpanKind.CLIENT,
    attributes: { 'imagesearch.blob_store': address.kind },
  }));
}

async function openKind(
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
