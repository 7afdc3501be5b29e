import type { DeletePointsRequest, DeletePointsResponseInput } from '@imagesearch/contracts/messages';
import type { RetrievalContext } from '../context.js';
import { checkAssetIds } from './checks.js';

export function deletePoints({ index }: RetrievalContext) {
  return async ({ assetIds }: DeletePointsRequest): Promise<DeletePointsResponseInput> => {
    checkAssetIds(assetIds);
    await index.delete(assetIds);
    return {};
  };
}
