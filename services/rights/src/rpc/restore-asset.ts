import type { RestoreAssetRequest, RestoreAssetResponseInput } from '@imagesearch/contracts/messages';
import type { CallContext } from '@imagesearch/service-kit/call-context';
import type { AssetStore } from '../domain/asset-store.js';
import { changeState } from './change-state.js';

export function restoreAsset({ assets }: { assets: AssetStore }) {
  return (request: RestoreAssetRequest, call: CallContext): Promise<RestoreAssetResponseInput> =>
    changeState(assets, request, 'active', call);
}
