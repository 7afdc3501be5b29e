import type { DeleteAssetsRequest, DeleteAssetsResponseInput } from '@imagesearch/contracts/messages';
import type { CallContext } from '@imagesearch/service-kit/call-context';
import { deleteAssets as remove, type DeleteAssetsDeps } from '../app/delete-assets.js';
import { checkAssetIds, checkChange } from './checks.js';

export function deleteAssets(deps: DeleteAssetsDeps) {
  return async (request: DeleteAssetsRequest, call: CallContext): Promise<DeleteAssetsResponseInput> => {
    const change = checkChange(request);
    const assetIds = checkAssetIds(request.assetIds);
    return { assetIds: assetIds.length === 0 ? [] : await remove(deps, { assetIds, ...change }, call) };
  };
}
