import type { GetPointVersionsRequest, GetPointVersionsResponseInput } from '@imagesearch/contracts/messages';
import type { VectorIndex } from '../domain/vector-index.js';
import { checkAssetIds } from './checks.js';

export function getPointVersions(index: VectorIndex) {
  return async ({ assetIds }: GetPointVersionsRequest): Promise<GetPointVersionsResponseInput> => {
    checkAssetIds(assetIds);
    return { contentVersions: Object.fromEntries(await index.contentVersions(assetIds)) };
  };
}
