import type { CountAssetsResponseInput } from '@imagesearch/contracts/messages';
import type { AssetStore } from '../domain/asset-store.js';

export function countAssets({ assets }: { assets: AssetStore }) {
  return async (): Promise<CountAssetsResponseInput> => {
    const sources = await assets.counts();
    return { assets: sources.reduce((sum, { active }) => sum + active, 0), sources };
  };
}
