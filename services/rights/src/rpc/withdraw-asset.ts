import type { WithdrawAssetRequest, WithdrawAssetResponseInput } from '@imagesearch/contracts/messages';
import type { AssetStore } from '../domain/asset-store.js';
import { changeState } from './change-state.js';

export function withdrawAsset({ assets }: { assets: AssetStore }) {
  return (request: WithdrawAssetRequest): Promise<WithdrawAssetResponseInput> =>
    changeState(assets, request, 'withdrawn');
}
