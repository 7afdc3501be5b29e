import type { PublishRebuildRequest, PublishRebuildResponseInput } from '@imagesearch/contracts/messages';
import type { CallContext } from '@imagesearch/service-kit/call-context';
import type { VectorIndex } from '../domain/vector-index.js';

export function publishRebuild(index: VectorIndex) {
  return async (
    { rebuildId, allowMissing }: PublishRebuildRequest,
    call: CallContext,
  ): Promise<PublishRebuildResponseInput> => {
    await index.publishRebuild(rebuildId, { allowMissing }, call);
    return {};
  };
}
