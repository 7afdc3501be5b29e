import type { CountAssetsRequest, CountAssetsResponseInput } from '@imagesearch/contracts/messages';
import type { CallContext } from '@imagesearch/service-kit/call-context';
import type { AssetStore } from '../domain/asset-store.js';

export function countAssets({ assets }: { assets: AssetStore }) {
  return async (
    { approximate }: CountAssetsRequest,
    call: CallContext,
  ): Promise<CountAssetsResponseInput> => {
    if (approximate) return { assets: await assets.approximateCount(call), sources: [] };
    const sources = await assets.counts(call);
    return { assets: sources.reduce((sum, { active }) => sum + active, 0), sources };
  };
}
