import type { GetAssetsRequest, GetAssetsResponseInput } from '@imagesearch/contracts/messages';
import type { CallContext } from '@imagesearch/service-kit/call-context';
import type { RightsContext } from '../context.js';
import { checkAssetIds } from './checks.js';
import { assetToWire } from './converters.js';

export function getAssets({ assets, recentAssets }: Pick<RightsContext, 'assets' | 'recentAssets'>) {
  return async (request: GetAssetsRequest, call: CallContext): Promise<GetAssetsResponseInput> => {
    const assetIds = checkAssetIds(request.assetIds);
    if (assetIds.length === 0) return { assets: [] };
    const stored = await (request.mayBeRecent
      ? recentAssets.find(assetIds, call)
      : assets.findMany(assetIds, call));
    const byId = new Map(stored.map((asset) => [asset.description.assetId, asset]));
    return {
      assets: assetIds.flatMap((assetId) => {
        const asset = byId.get(assetId);
        return asset === undefined ? [] : [assetToWire(asset)];
      }),
    };
  };
}
