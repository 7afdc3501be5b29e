import type { CreateDownloadRequest, CreateDownloadResponseInput } from '@imagesearch/contracts/messages';
import type { CallContext } from '@imagesearch/service-kit/call-context';
import { AppError } from '@imagesearch/service-kit/errors';
import { isAssetId } from '@imagesearch/facets/asset-id';
import { isPublicWebAddress } from '@imagesearch/service-kit/guarded-fetch/public-host';
import type { AssetFiles } from '../domain/asset.js';
import { servedFile, type FileVariant } from '../domain/asset-files.js';
import type { AssetStore } from '../domain/asset-store.js';
import type { BlobStore } from '../domain/blob-store.js';
import { STORE_CACHE_CONTROL, validityAt } from '../domain/download-times.js';
import { signDownload } from '../domain/download-token.js';
import { checkSiblings, checkVariant } from './checks.js';

export interface CreateDownloadDeps {
  assets: Pick<AssetStore, 'findFilesOfMany'>;
  blobs: Pick<BlobStore, 'addressOf'>;
  downloadSecret: string;
  /** Unix milliseconds. */
  now: () => number;
}

type Target = Pick<CreateDownloadResponseInput, 'url' | 'token' | 'expiresAt'>;

export function createDownload(deps: CreateDownloadDeps) {
  return async (request: CreateDownloadRequest, call: CallContext): Promise<CreateDownloadResponseInput> => {
    const variant = checkVariant(request);
    const { assetId } = request;
    const siblingIds = checkSiblings(request).filter((id) => id !== assetId && isAssetId(id));
    const found = isAssetId(assetId) ? await deps.assets.findFilesOfMany([assetId, ...siblingIds], call) : [];
    const asset = found.find((files) => files.assetId === assetId);
    if (asset === undefined) throw new AppError('asset_not_found', 'There is no such asset.');
    const target = await targetOf(deps, asset, variant);
    if (target === undefined) throw new AppError('file_not_found', 'This asset has no such file.');
    const siblings: NonNullable<CreateDownloadResponseInput['siblings']> = [];
    for (const sibling of found) {
      const address = sibling === asset ? undefined : await targetOf(deps, sibling, variant);
      if (address) siblings.push({ assetId: sibling.assetId, ...address });
    }
    return { ...target, siblings };
  };
}

/** Undefined when the asset has no such file. Its row is written after its files, so the store is not asked for them. */
async function targetOf(
  { blobs, downloadSecret, now }: CreateDownloadDeps,
  asset: AssetFiles,
  variant: FileVariant,
): Promise<Target | undefined> {
  const { startsAt, expiresAt, validS } = validityAt(now());
  if (isOriginal(variant) && asset.delivery === 'link' && asset.linkUrl !== null) {
    // Ingestion refuses such an address too, but a stored one may be older than that rule.
    return isPublicWebAddress(asset.linkUrl) ? { url: asset.linkUrl, expiresAt } : undefined;
  }
  const file = servedFile(asset, variant);
  if (file === undefined) return undefined;
  // A credited file is made on the way: the store has none at an address of its own.
  if (blobs.addressOf === null || variant.kind === 'credited') {
    const { content } = file;
    return {
      token: signDownload({ assetId: asset.assetId, variant, content, expiresAt }, downloadSecret),
      expiresAt,
    };
  }
  const served = { ...file, cacheControl: STORE_CACHE_CONTROL, now: new Date(startsAt * 1_000), validS };
  return { url: await blobs.addressOf(file.key, served), expiresAt };
}

/** A credited file is made of a stored original, which a linked asset has not. */
function isOriginal({ kind }: FileVariant): boolean {
  return kind === 'original' || kind === 'ingested';
}
