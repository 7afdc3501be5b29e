import type { OptimizeIndexResponseInput } from '@imagesearch/contracts/messages';
import type { VectorIndex } from '../domain/vector-index.js';

export function optimizeIndex(index: VectorIndex) {
  return async (): Promise<OptimizeIndexResponseInput> => {
    await index.optimize();
    return {};
  };
}
