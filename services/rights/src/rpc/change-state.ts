import type { AssetState as WireState } from '@imagesearch/contracts/messages';
import { AppError } from '@imagesearch/service-kit/errors';
import type { AssetStore } from '../domain/asset-store.js';
import { isAssetId } from '@imagesearch/facets/asset-id';
import type { AssetState } from '../domain/asset.js';
import { checkChange } from './checks.js';
import { stateToWire } from './converters.js';

/** What withdrawing and restoring have in common: who asks and why is required, and kept with the change. */
export async function changeState(
  assets: AssetStore,
  request: { assetId: string; actor: string; reason: string },
  state: AssetState,
): Promise<{ state: WireState; changed: boolean }> {
  const { actor, reason } = checkChange(request);
  const { assetId } = request;
  const outcome = isAssetId(assetId)
    ? await assets.changeState({ assetId, state, actor, reason })
    : undefined;
  if (!outcome) throw new AppError('asset_not_found', 'There is no such asset.');
  return { state: stateToWire(state), changed: outcome.changed };
}
