import type { PublishRebuildRequest, PublishRebuildResponseInput } from '@imagesearch/contracts/messages';
import type { VectorIndex } from '../domain/vector-index.js';

export function publishRebuild(index: VectorIndex) {
  return async ({ rebuildId, allowMissing }: PublishRebuildRequest): Promise<PublishRebuildResponseInput> => {
    await index.publishRebuild(rebuildId, { allowMissing });
    return {};
  };
}
