import { invalid } from '@imagesearch/service-kit/errors';

const CANDIDATES_MAX = 500;
/** UTF-16 units. */
const QUERY_LENGTH_MAX = 2_000;

export function checkQuery(query: string): void {
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
}

export function checkCandidateCount(count: number): void {
  if (count <= CANDIDATES_MAX) return;
  throw invalid({
    loc: ['candidates'],
    msg: `Give at most ${CANDIDATES_MAX} candidates.`,
    type: 'too_long',
    input: count,
    ctx: { max_length: CANDIDATES_MAX },
  });
}
