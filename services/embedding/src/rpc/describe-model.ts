import type { DescribeModelResponseInput } from '@imagesearch/contracts/messages';
import type { EmbeddingContext } from '../context.js';

export function describeModel({ models, profile }: EmbeddingContext) {
  return (): Promise<DescribeModelResponseInput> => {
    const known = profile();
    return Promise.resolve({
      profile: known?.profile.id ?? 'lite',
      fingerprint: known?.profile.fingerprint ?? '',
      dimensions: known?.profile.dimensions ?? null,
      crossModal: known?.profile.crossModal ?? false,
      textEncoder: known?.profile.textEncoder.id ?? '',
      ready: models.ready,
      detail: models.detail === '' ? (known?.sentence ?? '') : models.detail,
      scoreCurves: { ...known?.profile.scoreCurves },
    });
  };
}
