import type { GetAssetsRequest, GetAssetsResponseInput } from '@imagesearch/contracts/messages';
import type { CallContext } from '@imagesearch/service-kit/call-context';
import type { RightsContext } from '../context.js';
import { createAssetPacker } from './asset-packer.js';
import { checkAssetIds } from './checks.js';
import { assetToWire } from './converters.js';

export function getAssets({ assets, recentAssets }: Pick<RightsContext, 'assets' | 'recentAssets'>) {
  const pack = createAssetPacker();
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
