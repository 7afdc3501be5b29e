import type { DescribeRerankerResponseInput } from '@imagesearch/contracts/messages';
import type { RerankerContext } from '../context.js';

export function describeReranker({ scorer }: RerankerContext) {
  return (): Promise<DescribeRerankerResponseInput> =>
    Promise.resolve({
      method: scorer.ready ? scorer.get().method : '',
      ready: scorer.ready,
      detail: scorer.detail,
    });
}
