import type { AbandonRebuildRequest, AbandonRebuildResponseInput } from '@imagesearch/contracts/messages';
import type { VectorIndex } from '../domain/vector-index.js';

export function abandonRebuild(index: VectorIndex) {
  return async ({ rebuildId }: AbandonRebuildRequest): Promise<AbandonRebuildResponseInput> => {
    await index.abandonRebuild(rebuildId);
    return {};
  };
}
