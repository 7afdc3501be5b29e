import type { ListAssetsRequest, ListAssetsResponseInput } from '@imagesearch/contracts/messages';
import type { CallContext } from '@imagesearch/service-kit/call-context';
import type { AssetStore } from '../domain/asset-store.js';
import { checkCursor, checkLimit, checkStates } from './checks.js';
import { cursorToWire, summaryToWire } from './converters.js';

export function listAssets({ assets }: { assets: AssetStore }) {
  return async (request: ListAssetsRequest, call: CallContext): Promise<ListAssetsResponseInput> => {
    const limit = checkLimit(request);
    const query = {
      source: request.source ?? null,
      states: checkStates(request),
      after: checkCursor(request),
    };
    // One more than asked for tells whether another page follows.
    const summaries = await assets.list({ ...query, limit: limit + 1 }, call);
    const page = summaries.slice(0, limit);
    return {
      assets: page.map(summaryToWire),
      nextCursor: summaries.length > limit ? cursorToWire(page.at(-1)?.assetId ?? '') : '',
    };
  };
}
