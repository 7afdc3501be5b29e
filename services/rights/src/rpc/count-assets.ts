import type { CountAssetsResponseInput } from '@imagesearch/contracts/messages';
import type { AssetStore } from '../domain/asset-store.js';

export async function countAssets({ assets }: { assets: AssetStore }): Promise<CountAssetsResponseInput> {
  return { assets: await assets.count() };
}
