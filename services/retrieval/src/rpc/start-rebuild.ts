import type { StartRebuildRequest, StartRebuildResponseInput } from '@imagesearch/contracts/messages';
import type { RetrievalContext } from '../context.js';
import { checkFingerprint } from './checks.js';
import { dimensionsFromWire } from './converters.js';

export function startRebuild({ index }: RetrievalContext) {
  return async ({
    modelFingerprint,
    dimensions,
  }: StartRebuildRequest): Promise<StartRebuildResponseInput> => {
    checkFingerprint(modelFingerprint);
    const model = { fingerprint: modelFingerprint, dimensions: dimensionsFromWire(dimensions) };
    const { id, resumed } = await index.startRebuild(model);
    return { rebuildId: id, resumed };
  };
}
