import type { OptimizeIndexResponseInput } from '@imagesearch/contracts/messages';
import type { RetrievalContext } from '../context.js';

export function optimizeIndex({ index }: RetrievalContext) {
  return async (): Promise<OptimizeIndexResponseInput> => {
    await index.optimize();
    return {};
  };
}
