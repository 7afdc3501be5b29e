import { packAsset } from '@imagesearch/contracts/packed-assets';
import type { Asset } from '../domain/asset.js';
import { assetToWire } from './converters.js';

type PackAsset = (asset: Asset) => Buffer;

/** Packs an asset for searches, once for as long as it is among the recent ones. */
export function createAssetPacker(): PackAsset {
  const known = new WeakMap<Asset, Buffer>();
  return (asset) => {
    let packed = known.get(asset);
    if (packed === undefined) {
      packed = packAsset(assetToWire(asset));
      known.set(asset, packed);
    }
    return packed;
  };
}
