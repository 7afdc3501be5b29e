import type { CreateDownloadRequest, CreateDownloadResponseInput } from '@imagesearch/contracts/messages';
import type { CallContext } from '@imagesearch/service-kit/call-context';
import { AppError } from '@imagesearch/service-kit/errors';
import { isPublicWebAddress } from '@imagesearch/service-kit/guarded-fetch/public-host';
import { servedFile, type FileVariant } from '../domain/asset-files.js';
import type { AssetStore } from '../domain/asset-store.js';
import { isAssetId } from '@imagesearch/facets/asset-id';
import type { BlobStore } from '../domain/blob-store.js';
import { DOWNLOAD_VALID_S, signDownload } from '../domain/download-token.js';
import { checkVariant } from './checks.js';

/** The bytes behind a signed address never change. */
const CACHE_CONTROL = 'private, max-age=600, immutable';

export interface CreateDownloadDeps {
  assets: AssetStore;
  blobs: Pick<BlobStore, 'addressOf'>;
  downloadSecret: string;
  /** Unix milliseconds. */
  now: () => number;
}

export function createDownload({ assets, blobs, downloadSecret, now }: CreateDownloadDeps) {
  return async (request: CreateDownloadRequest, call: CallContext): Promise<CreateDownloadResponseInput> => {
    const variant = checkVariant(request);
    const asset = isAssetId(request.assetId) ? await assets.findFiles(request.assetId, call) : undefined;
    if (asset === undefined) throw new AppError('asset_not_found', 'There is no such asset.');
    const expiresAt = Math.floor(now() / 1000) + DOWNLOAD_VALID_S;
    if (isOriginal(variant) && asset.delivery === 'link' && asset.linkUrl !== null) {
      // Ingestion refuses such an address too, but a stored one may be older than that rule.
      if (!isPublicWebAddress(asset.linkUrl)) throw noSuchFile();
      return { url: asset.linkUrl, expiresAt };
    }
    const file = servedFile(asset, variant);
    if (file === undefined) throw noSuchFile();
    // A credited file is made on the way: the store has none at an address of its own.
    if (blobs.addressOf === null || variant.kind === 'credited') {
      const token = signDownload({ assetId: asset.assetId, variant, expiresAt }, downloadSecret);
      return { token, expiresAt };
    }
    const served = {
      ...file,
      cacheControl: CACHE_CONTROL,
      now: new Date(now()),
      validS: DOWNLOAD_VALID_S,
    };
    const url = await blobs.addressOf(file.key, served, call);
    if (url === undefined) throw noSuchFile();
    return { url, expiresAt };
  };
}

/** A credited file is made of a stored original, which a linked asset has not. */
function isOriginal({ kind }: FileVariant): boolean {
  return kind === 'original' || kind === 'ingested';
}

function noSuchFile(): AppError {
  return new AppError('file_not_found', 'This asset has no such file.');
}
