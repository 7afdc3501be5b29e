import type { PublishRebuildRequest, PublishRebuildResponseInput } from '@imagesearch/contracts/messages';
import type { CallContext } from '@imagesearch/service-kit/call-context';
import type { RetrievalContext } from '../context.js';

export function publishRebuild({ index }: RetrievalContext) {
  return async (
    { rebuildId, allowMissing }: PublishRebuildRequest,
    call: CallContext,
  ): Promise<PublishRebuildResponseInput> => {
    await index.publishRebuild(rebuildId, { allowMissing }, call);
    return {};
  };
}
