import type { DeletePointsRequest, DeletePointsResponseInput } from '@imagesearch/contracts/messages';
import type { VectorIndex } from '../domain/vector-index.js';
import { checkAssetIds } from './checks.js';

export function deletePoints(index: VectorIndex) {
  return async ({ assetIds }: DeletePointsRequest): Promise<DeletePointsResponseInput> => {
    checkAssetIds(assetIds);
    await index.delete(assetIds);
    return {};
  };
}
