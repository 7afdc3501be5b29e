import { invalid } from '@imagesearch/service-kit/errors';

const CANDIDATES_MAX = 500;
const KINDS_MAX = 256;
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

export function checkCandidateCount(count: number, field: 'candidates' | 'packed_texts'): void {
  if (count <= CANDIDATES_MAX) return;
  throw invalid({
    loc: [field],
    msg: `Give at most ${CANDIDATES_MAX} candidates.`,
    type: 'too_long',
    input: count,
    ctx: { max_length: CANDIDATES_MAX },
  });
}

export function checkKinds(kinds: readonly { kinds: readonly string[] }[]): void {
  const count = kinds.reduce((sum, ofWord) => sum + ofWord.kinds.length, 0);
  if (count <= KINDS_MAX) return;
  throw invalid({
    loc: ['kinds'],
    msg: `Give at most ${KINDS_MAX} kinds.`,
    type: 'too_long',
    input: count,
    ctx: { max_length: KINDS_MAX },
  });
}
