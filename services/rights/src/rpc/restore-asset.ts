import type { RestoreAssetRequest, RestoreAssetResponseInput } from '@imagesearch/contracts/messages';
import type { AssetStore } from '../domain/asset-store.js';
import { changeState } from './change-state.js';

/** @throws AppError `asset_not_found` for an asset that was never taken in. */
export function restoreAsset(
  { assets }: { assets: AssetStore },
  request: RestoreAssetRequest,
): Promise<RestoreAssetResponseInput> {
  return changeState(assets, request, 'active');
}
