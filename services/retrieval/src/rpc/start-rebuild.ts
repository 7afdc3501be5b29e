import type { StartRebuildRequest, StartRebuildResponseInput } from '@imagesearch/contracts/messages';
import type { RetrievalContext } from '../context.js';
import { checkFingerprint, checkRange, DIMENSIONS_MAX } from './checks.js';

export function startRebuild({ index }: RetrievalContext) {
  return async ({
    modelFingerprint,
    dimensions,
    sentenceDimensions,
  }: StartRebuildRequest): Promise<StartRebuildResponseInput> => {
    checkFingerprint(modelFingerprint);
    checkRange(dimensions, 1, DIMENSIONS_MAX, ['dimensions']);
    checkRange(sentenceDimensions, 0, DIMENSIONS_MAX, ['sentence_dimensions']);
    const model = { fingerprint: modelFingerprint, dimensions, sentenceDimensions };
    const { id, resumed } = await index.startRebuild(model);
    return { rebuildId: id, resumed };
  };
}
