import type { DescribeModelResponseInput } from '@imagesearch/contracts/messages';
import type { EmbeddingContext } from '../context.js';

export function describeModel({ models, profile }: EmbeddingContext) {
  return (): Promise<DescribeModelResponseInput> => {
    const known = profile();
    return Promise.resolve({
      profile: known?.id ?? 'lite',
      fingerprint: known?.fingerprint ?? '',
      imageDimensions: known?.imageDimensions ?? 0,
      textDimensions: known?.textDimensions ?? 0,
      crossModal: known?.crossModal ?? false,
      sentenceEncoder: known?.sentences?.id ?? '',
      sentenceDimensions: known?.sentences?.dimensions ?? 0,
      ready: models.ready,
      detail: models.detail,
      scoreCurves: { ...known?.scoreCurves },
    });
  };
}
