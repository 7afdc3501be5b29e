import type { Asset, AssetFiles, StoredAsset } from './asset.js';

/** Where assets are kept. A withdrawn asset reads as one that does not exist. */
export interface AssetStore {
  /** Creates or replaces an asset in one step; false when the stored one already equals it. Never revives a withdrawn one. */
  put(asset: StoredAsset): Promise<boolean>;
  /** The fingerprint last stored for an asset, whatever its state. */
  fingerprintOf(assetId: string): Promise<string | undefined>;
  /** Those that exist, in no particular order. */
  findMany(assetIds: readonly string[]): Promise<Asset[]>;
  findFiles(assetId: string): Promise<AssetFiles | undefined>;
  count(): Promise<number>;
}
