import type { WithdrawAssetRequest, WithdrawAssetResponseInput } from '@imagesearch/contracts/messages';
import type { CallContext } from '@imagesearch/service-kit/call-context';
import type { AssetStore } from '../domain/asset-store.js';
import { changeState } from './change-state.js';

export function withdrawAsset({ assets }: { assets: AssetStore }) {
  return (request: WithdrawAssetRequest, call: CallContext): Promise<WithdrawAssetResponseInput> =>
    changeState(assets, request, 'withdrawn', call);
}
