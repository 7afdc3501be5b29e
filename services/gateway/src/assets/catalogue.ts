import type { RightsClient } from '@imagesearch/contracts/rights';
import type { Catalogue } from '../search/ports.js';
import { assetFromWire } from './converters.js';

/** The rights service as the search sees it. */
export function createCatalogue(client: RightsClient): Catalogue {
  return {
    async assets(assetIds, call) {
      const { assets } = await client.getAssets({ assetIds: [...assetIds] }, call);
      return assets.flatMap((asset) => assetFromWire(asset) ?? []);
    },
  };
}
