import type { ListAssetEventsRequest, ListAssetEventsResponseInput } from '@imagesearch/contracts/messages';
import { isAssetId } from '@imagesearch/facets/asset-id';
import type { CallContext } from '@imagesearch/service-kit/call-context';
import type { AssetStore } from '../domain/asset-store.js';
import { recordedStateToWire } from './converters.js';

export function listAssetEvents({ assets }: { assets: AssetStore }) {
  return async (
    { assetId }: ListAssetEventsRequest,
    call: CallContext,
  ): Promise<ListAssetEventsResponseInput> => {
    const events = isAssetId(assetId) ? await assets.events(assetId, call) : [];
    return {
      events: events.map(({ state, actor, reason, at }) => ({
        state: recordedStateToWire(state),
        actor,
        reason,
        atMs: at.getTime(),
      })),
    };
  };
}
