import type { CallContext } from '@imagesearch/service-kit/call-context';
import { allBlobKeys } from '../domain/asset-files.js';
import type { AssetStore, Deletion } from '../domain/asset-store.js';
import type { BlobStore } from '../domain/blob-store.js';
import type { ContentRegister } from '../domain/content-register.js';

export interface DeleteAssetsDeps {
  assets: Pick<AssetStore, 'delete'>;
  blobs: Pick<BlobStore, 'remove'>;
  contents: Pick<ContentRegister, 'condemnNow' | 'forget'>;
}

/**
 * Deletes assets and the files that no other asset refers to. Rows go first: a crash in between leaves files that the
 * sweeper removes, never a row without its files.
 * @returns the ids of those that were there.
 */
export async function deleteAssets(
  { assets, blobs, contents }: DeleteAssetsDeps,
  deletion: Deletion,
  call: CallContext,
): Promise<string[]> {
  const deleted = await assets.delete(deletion, call);
  const unused = new Set(deleted.flatMap(({ contentSha256 }) => contentSha256 ?? []));
  for (const sha256 of unused) {
    if (!(await contents.condemnNow(sha256))) continue;
    for (const key of allBlobKeys(sha256)) await blobs.remove(key);
    await contents.forget(sha256);
  }
  return deleted.map(({ assetId }) => assetId);
}
