import type { RightsClient } from '@imagesearch/contracts/rights';
import type { CallContext } from '@imagesearch/service-kit/call-context';
import type { Catalogue } from '../search/ports.js';
import { assetFromWire } from './converters.js';

/** The rights service as the search sees it. */
export function createCatalogue(client: RightsClient): Catalogue {
  const find = async (assetIds: readonly string[], mayBeRecent: boolean, call: CallContext) => {
    const { assets } = await client.getAssets({ assetIds: [...assetIds], mayBeRecent }, call);
    return assets.flatMap((asset) => assetFromWire(asset) ?? []);
  };
  return {
    assets: (assetIds, call) => find(assetIds, false, call),
    recentAssets: (assetIds, call) => find(assetIds, true, call),
  };
}
