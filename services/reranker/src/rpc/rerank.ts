import type { RerankRequest, RerankResponseInput } from '@imagesearch/contracts/messages';
import type { CallContext } from '@imagesearch/service-kit/call-context';
import { invalid } from '@imagesearch/service-kit/errors';
import type { RerankerContext } from '../context.js';

const CANDIDATES_MAX = 500;
/** UTF-16 units. */
const QUERY_LENGTH_MAX = 2_000;

export function rerank({ scorer }: RerankerContext) {
  return async ({ query, candidates }: RerankRequest, call: CallContext): Promise<RerankResponseInput> => {
    validate({ query, candidates });
    const loaded = scorer.get();
    return { scores: await loaded.scorer(query, candidates, call), method: loaded.method };
  };
}

function validate({ query, candidates }: Pick<RerankRequest, 'query' | 'candidates'>): void {
  if (query.trim() === '') {
    throw invalid({ loc: ['query'], msg: 'The query is empty.', type: 'string_too_short' });
  }
  if (query.length > QUERY_LENGTH_MAX) {
    throw invalid({
      loc: ['query'],
      msg: `The query has more than ${QUERY_LENGTH_MAX} characters.`,
      type: 'string_too_long',
      ctx: { max_length: QUERY_LENGTH_MAX },
    });
  }
  if (candidates.length > CANDIDATES_MAX) {
    throw invalid({
      loc: ['candidates'],
      msg: `Give at most ${CANDIDATES_MAX} candidates.`,
      type: 'too_long',
      input: candidates.length,
      ctx: { max_length: CANDIDATES_MAX },
    });
  }
}
