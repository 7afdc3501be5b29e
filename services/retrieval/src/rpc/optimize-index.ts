import type { OptimizeIndexResponseInput } from '@imagesearch/contracts/messages';
import type { RetrievalContext } from '../context.js';

export function optimizeIndex({ index, spelling }: RetrievalContext) {
  return async (): Promise<OptimizeIndexResponseInput> => {
    await index.optimize();
    spelling.outdate();
    return {};
  };
}
