import type {
  DescribeLocalFeaturesRequest,
  DescribeLocalFeaturesResponseInput,
} from '@imagesearch/contracts/messages';
import type { CallContext } from '@imagesearch/service-kit/call-context';
import type { EmbeddingContext } from '../context.js';

export function describeLocalFeatures({ describeCutOuts }: EmbeddingContext) {
  return async (
    request: DescribeLocalFeaturesRequest,
    call: CallContext,
  ): Promise<DescribeLocalFeaturesResponseInput> => ({
    localFeatures: await describeCutOuts.describe(request.image, call),
  });
}
