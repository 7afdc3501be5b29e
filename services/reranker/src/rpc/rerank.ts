import type { RerankRequest, RerankResponseInput } from '@imagesearch/contracts/messages';
import type { CallContext } from '@imagesearch/service-kit/call-context';
import type { RerankerContext } from '../context.js';
import { checkCandidateCount, checkQuery } from './checks.js';

export function rerank({ scorer }: RerankerContext) {
  return async ({ query, candidates }: RerankRequest, call: CallContext): Promise<RerankResponseInput> => {
    checkQuery(query);
    checkCandidateCount(candidates.length);
    const loaded = scorer.get();
    return { scores: await loaded.score(query, candidates, call), method: loaded.method };
  };
}
