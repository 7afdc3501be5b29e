import type { GetAssetsRequest, GetAssetsResponseInput } from '@imagesearch/contracts/messages';
import { invalid } from '@imagesearch/service-kit/errors';
import type { AssetStore } from '../domain/asset-store.js';
import { isAssetId } from '@imagesearch/facets/asset-id';
import { assetToWire } from './converters.js';

const ASSET_IDS_MAX = 1_000;

export async function getAssets(
  { assets }: { assets: AssetStore },
  { assetIds }: GetAssetsRequest,
): Promise<GetAssetsResponseInput> {
  if (assetIds.length > ASSET_IDS_MAX) {
    throw invalid({
      loc: ['asset_ids'],
      msg: `At most ${ASSET_IDS_MAX} assets can be asked for at once.`,
      type: 'too_long',
      ctx: { max_length: ASSET_IDS_MAX, actual_length: assetIds.length },
    });
  }
  // What is no id at all is as unknown as one that was never taken in.
  const wanted = [...new Set(assetIds.filter(isAssetId))];
  if (wanted.length === 0) return { assets: [] };
  const found = new Map((await assets.findMany(wanted)).map((asset) => [asset.description.assetId, asset]));
  return {
    assets: wanted.flatMap((assetId) => {
      const asset = found.get(assetId);
      return asset === undefined ? [] : [assetToWire(asset)];
    }),
  };
}
