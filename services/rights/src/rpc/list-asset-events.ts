import type { ListAssetEventsRequest, ListAssetEventsResponseInput } from '@imagesearch/contracts/messages';
import type { AssetStore } from '../domain/asset-store.js';
import { isAssetId } from '@imagesearch/facets/asset-id';
import { stateToWire } from './converters.js';

export async function listAssetEvents(
  { assets }: { assets: AssetStore },
  { assetId }: ListAssetEventsRequest,
): Promise<ListAssetEventsResponseInput> {
  const events = isAssetId(assetId) ? await assets.events(assetId) : [];
  return {
    events: events.map(({ state, actor, reason, at }) => ({
      state: stateToWire(state),
      actor,
      reason,
      atMs: at.getTime(),
    })),
  };
}
