import type { StartRebuildRequest, StartRebuildResponseInput } from '@imagesearch/contracts/messages';
import type { VectorIndex } from '../domain/vector-index.js';
import { checkFingerprint, checkRange } from './checks.js';
import { DIMENSIONS_MAX } from './converters.js';

export function startRebuild(index: VectorIndex) {
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
