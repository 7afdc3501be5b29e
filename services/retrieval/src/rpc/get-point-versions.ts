import type { GetPointVersionsRequest, GetPointVersionsResponseInput } from '@imagesearch/contracts/messages';
import type { RetrievalContext } from '../context.js';
import { checkAssetIds, namedRebuild } from './checks.js';

export function getPointVersions({ index }: RetrievalContext) {
  return async ({ assetIds, rebuildId }: GetPointVersionsRequest): Promise<GetPointVersionsResponseInput> => {
    checkAssetIds(assetIds);
    const versions = await index.contentVersions(assetIds, namedRebuild(rebuildId));
    return { contentVersions: Object.fromEntries(versions) };
  };
}
