import type { GetPointVersionsRequest, GetPointVersionsResponseInput } from '@imagesearch/contracts/messages';
import type { VectorIndex } from '../domain/vector-index.js';
import { checkAssetIds, namedRebuild } from './checks.js';

export function getPointVersions(index: VectorIndex) {
  return async ({ assetIds, rebuildId }: GetPointVersionsRequest): Promise<GetPointVersionsResponseInput> => {
    checkAssetIds(assetIds);
    const versions = await index.contentVersions(assetIds, namedRebuild(rebuildId));
    return { contentVersions: Object.fromEntries(versions) };
  };
}
