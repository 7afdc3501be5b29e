import type { StartRebuildRequest, StartRebuildResponseInput } from '@imagesearch/contracts/messages';
import type { RetrievalContext } from '../context.js';
import { checkFingerprint, checkRange, DIMENSIONS_MAX } from './checks.js';

export function startRebuild({ index }: RetrievalContext) {
  return async ({
    modelFingerprint,
    dimensions,
  }: StartRebuildRequest): Promise<StartRebuildResponseInput> => {
    checkFingerprint(modelFingerprint);
    checkRange(dimensions, 1, DIMENSIONS_MAX, ['dimensions']);
    const { id, resumed } = await index.startRebuild({ fingerprint: modelFingerprint, dimensions });
    return { rebuildId: id, resumed };
  };
}
