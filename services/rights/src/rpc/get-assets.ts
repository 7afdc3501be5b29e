import type { GetAssetsRequest, GetAssetsResponseInput } from '@imagesearch/contracts/messages';
import { packAsset } from '@imagesearch/contracts/packed-assets';
import type { CallContext } from '@imagesearch/service-kit/call-context';
import { packingOnce } from '@imagesearch/service-kit/grpc/packing-once';
import type { RightsContext } from '../context.js';
import type { Asset } from '../domain/asset.js';
import { checkAssetIds } from './checks.js';
import { assetToWire } from './converters.js';

export function getAssets({ assets, recentAssets }: Pick<RightsContext, 'assets' | 'recentAssets'>) {
  // The recent assets keep theirs.
  const pack = packingOnce((asset: Asset) => packAsset(assetToWire(asset)));
  return async (request: GetAssetsRequest, call: CallContext): Promise<GetAssetsResponseInput> => {
    const assetIds = checkAssetIds(request.assetIds);
    if (assetIds.length === 0) return {};
    const stored = await (request.mayBeRecent
      ? recentAssets.find(assetIds, call)
      : assets.findMany(assetIds, call));
    const byId = new Map(stored.map((asset) => [asset.description.assetId, asset]));
    const asked = assetIds.flatMap((assetId) => byId.get(assetId) ?? []);
    return request.packed ? { packedAssets: asked.map(pack) } : { assets: asked.map(assetToWire) };
  };
}
