import type { WithdrawAssetRequest, WithdrawAssetResponseInput } from '@imagesearch/contracts/messages';
import type { AssetStore } from '../domain/asset-store.js';
import { changeState } from './change-state.js';

/** @throws AppError `asset_not_found` for an asset that was never taken in. */
export function withdrawAsset(
  { assets }: { assets: AssetStore },
  request: WithdrawAssetRequest,
): Promise<WithdrawAssetResponseInput> {
  return changeState(assets, request, 'withdrawn');
}
