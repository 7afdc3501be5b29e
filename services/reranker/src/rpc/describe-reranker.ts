import type { DescribeRerankerResponseInput } from '@imagesearch/contracts/messages';
import type { RerankerContext } from '../context.js';

export function describeReranker({ judge }: RerankerContext) {
  return (): Promise<DescribeRerankerResponseInput> =>
    Promise.resolve({
      method: judge.ready ? judge.get().method : '',
      ready: judge.ready,
      detail: judge.detail,
    });
}
