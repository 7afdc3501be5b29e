import { unpackAsset } from '@imagesearch/contracts/packed-assets';
import type { RightsClient } from '@imagesearch/contracts/rights';
import type { CallContext } from '@imagesearch/service-kit/call-context';
import { AppError } from '@imagesearch/service-kit/errors';
import { UnpackedOnce } from '@imagesearch/service-kit/grpc/unpacked-once';
import type { Catalogue } from '../search/ports.js';
import type { Asset } from './asset.js';
import { assetFromWire } from './converters.js';

/** About 3,000 assets; with their objects they take some 10 MB. */
const RECENT_BYTES_MAX = 2 * 1024 * 1024;

/** The rights service as the search sees it. */
export function createCatalogue(client: Pick<RightsClient, 'getAssets'>): Catalogue {
  const recent = new UnpackedOnce<Asset>(assetOf, RECENT_BYTES_MAX);
  const find = async (assetIds: readonly string[], mayBeRecent: boolean, call: CallContext) => {
    const request = { assetIds: [...assetIds], mayBeRecent, packed: mayBeRecent };
    const { assets, packedAssets } = await client.getAssets(request, call);
    return mayBeRecent
      ? packedAssets.map((packed) => recent.of(packed))
      : assets.flatMap((asset) => assetFromWire(asset) ?? []);
  };
  return {
    assets: (assetIds, call) => find(assetIds, false, call),
    recentAssets: (assetIds, call) => find(assetIds, true, call),
  };
}

/** @throws AppError `internal` for bytes that are no whole asset. */
function assetOf(packed: Buffer): Asset {
  const asset = assetFromWire(unpackAsset(packed));
  if (asset === undefined) throw new AppError('internal', 'The rights service packed half of an asset.');
  return asset;
}
