import type { RerankRequest, RerankResponseInput } from '@imagesearch/contracts/messages';
import type { CallContext } from '@imagesearch/service-kit/call-context';
import type { RerankerContext } from '../context.js';
import { checkCandidateCount, checkKinds, checkQuery } from './checks.js';

export function rerank({ scorer }: RerankerContext) {
  return async (request: RerankRequest, call: CallContext): Promise<RerankResponseInput> => {
    const { candidates } = request;
    const query = { words: request.query, kinds: request.kinds };
    checkQuery(query.words);
    checkKinds(query.kinds);
    checkCandidateCount(candidates.length);
    const loaded = scorer.get();
    return { scores: await loaded.score(query, candidates, call), method: loaded.method };
  };
}
