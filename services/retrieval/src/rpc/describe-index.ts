import type { DescribeIndexResponseInput } from '@imagesearch/contracts/messages';
import type { VectorIndex } from '../domain/vector-index.js';

export function describeIndex(index: VectorIndex) {
  return async (): Promise<DescribeIndexResponseInput> => {
    const { points, model } = await index.describe();
    return { backend: index.backend, points, modelFingerprint: model?.fingerprint ?? '' };
  };
}
