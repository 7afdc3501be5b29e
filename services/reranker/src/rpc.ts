import type { RerankerServiceHandlers } from '@imagesearch/contracts/messages';
import { invalid } from '@imagesearch/service-kit/errors';
import { unary } from '@imagesearch/service-kit/grpc/server';
import type { Logger } from '@imagesearch/service-kit/logging';
import type { Scorer } from './scorer.js';

export function createHandlers(scorer: Scorer, logger: Logger): RerankerServiceHandlers {
  return {
    DescribeReranker: unary(logger, () => Promise.resolve({ method: scorer.method })),
    Rerank: unary(logger, async ({ query: words, hyponyms, candidates }, call) => {
      checkQuery(words);
      checkHyponyms(hyponyms);
      checkCandidateCount(candidates.length);
      const query = { words, hyponyms: new Map(hyponyms.map((ofWord) => [ofWord.word, ofWord.hyponyms])) };
      return { scores: await scorer.score(query, candidates, call), method: scorer.method };
    }),
  };
}

const CANDIDATES_MAX = 500;
const HYPONYMS_MAX = 256;
/** UTF-16 units. */
const QUERY_LENGTH_MAX = 2_000;

function checkQuery(query: string): void {
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

function checkCandidateCount(count: number): void {
  if (count <= CANDIDATES_MAX) return;
  throw invalid({
    loc: ['candidates'],
    msg: `Give at most ${CANDIDATES_MAX} candidates.`,
    type: 'too_long',
    input: count,
    ctx: { max_length: CANDIDATES_MAX },
  });
}

function checkHyponyms(ofWords: readonly { hyponyms: readonly string[] }[]): void {
  const count = ofWords.reduce((sum, { hyponyms }) => sum + hyponyms.length, 0);
  if (count <= HYPONYMS_MAX) return;
  throw invalid({
    loc: ['hyponyms'],
    msg: `Give at most ${HYPONYMS_MAX} hyponyms.`,
    type: 'too_long',
    input: count,
    ctx: { max_length: HYPONYMS_MAX },
  });
}
