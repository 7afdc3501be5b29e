import type { CreateDownloadRequest, CreateDownloadResponseInput } from '@imagesearch/contracts/messages';
import { AppError, invalid } from '@imagesearch/service-kit/errors';
import { servedFile, type FileVariant } from '../domain/asset-files.js';
import type { AssetStore } from '../domain/asset-store.js';
import { isAssetId } from '../domain/asset.js';
import { DOWNLOAD_VALID_S, signDownload } from '../domain/download-token.js';

export interface CreateDownloadDeps {
  assets: AssetStore;
  downloadSecret: string;
  /** Unix milliseconds. */
  now: () => number;
}

export async function createDownload(
  { assets, downloadSecret, now }: CreateDownloadDeps,
  request: CreateDownloadRequest,
): Promise<CreateDownloadResponseInput> {
  const variant = variantOf(request);
  const asset = isAssetId(request.assetId) ? await assets.findFiles(request.assetId) : undefined;
  if (asset === undefined) throw new AppError('asset_not_found', 'There is no such asset.');
  const expiresAt = Math.floor(now() / 1000) + DOWNLOAD_VALID_S;
  if (variant.kind === 'original' && asset.delivery === 'link' && asset.linkUrl !== null) {
    return { url: asset.linkUrl, expiresAt };
  }
  if (servedFile(asset, variant) === undefined) {
    throw new AppError('file_not_found', 'This asset has no such file.');
  }
  return { token: signDownload({ assetId: asset.assetId, variant, expiresAt }, downloadSecret), expiresAt };
}

function variantOf({ variant, acceptsWebp }: CreateDownloadRequest): FileVariant {
  switch (variant) {
    case 'VARIANT_ORIGINAL':
      return { kind: 'original' };
    case 'VARIANT_THUMBNAIL':
      return { kind: 'thumbnail', format: acceptsWebp ? 'webp' : 'jpeg' };
    default:
      throw invalid({ loc: ['variant'], msg: 'A variant is required.', type: 'missing' });
  }
}
