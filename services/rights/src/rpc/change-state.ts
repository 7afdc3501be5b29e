import type { AssetState as WireState, WithdrawAssetRequest } from '@imagesearch/contracts/messages';
import { isAssetId } from '@imagesearch/facets/asset-id';
import type { CallContext } from '@imagesearch/service-kit/call-context';
import { AppError } from '@imagesearch/service-kit/errors';
import type { AssetStore } from '../domain/asset-store.js';
import type { AssetState } from '../domain/asset.js';
import { checkChange } from './checks.js';
import { stateToWire } from './converters.js';

/** The common part of withdrawing and restoring. The two requests have the same fields. */
export async function changeState(
  assets: AssetStore,
  request: WithdrawAssetRequest,
  state: AssetState,
  call: CallContext,
): Promise<{ state: WireState; changed: boolean }> {
  const { actor, reason } = checkChange(request);
  const { assetId } = request;
  const outcome = isAssetId(assetId)
    ? await assets.changeState({ assetId, state, actor, reason }, call)
    : undefined;
  if (!outcome) throw new AppError('asset_not_found', 'There is no such asset.');
  return { state: stateToWire(state), changed: outcome.changed };
}
