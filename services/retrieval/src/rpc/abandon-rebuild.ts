import type { AbandonRebuildRequest, AbandonRebuildResponseInput } from '@imagesearch/contracts/messages';
import type { RetrievalContext } from '../context.js';

export function abandonRebuild({ index }: RetrievalContext) {
  return async ({ rebuildId }: AbandonRebuildRequest): Promise<AbandonRebuildResponseInput> => {
    await index.abandonRebuild(rebuildId);
    return {};
  };
}
