import type { DescribeIndexRequest, DescribeIndexResponseInput } from '@imagesearch/contracts/messages';
import type { RetrievalContext } from '../context.js';

export function describeIndex({ index }: RetrievalContext) {
  return async ({ approximate }: DescribeIndexRequest): Promise<DescribeIndexResponseInput> => {
    const { points, model, settled, rebuild } = await index.describe({ approximate });
    return {
      backend: index.backend,
      points,
      modelFingerprint: model?.fingerprint ?? '',
      settled,
      ...(rebuild && {
        rebuild: {
          rebuildId: rebuild.id,
          modelFingerprint: rebuild.model.fingerprint,
          points: rebuild.points,
        },
      }),
    };
  };
}
