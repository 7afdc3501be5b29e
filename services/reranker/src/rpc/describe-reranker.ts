import type { DescribeRerankerResponseInput } from '@imagesearch/contracts/messages';
import type { RerankerContext } from '../context.js';
import { METHOD } from './method.js';

export function describeReranker({ words }: RerankerContext) {
  return (): Promise<DescribeRerankerResponseInput> =>
    Promise.resolve({ method: METHOD, ready: words.ready, detail: words.detail });
}
