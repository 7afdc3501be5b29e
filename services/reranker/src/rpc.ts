import type { RerankerServiceHandlers } from '@imagesearch/contracts/messages';
import { check } from '@imagesearch/service-kit/errors';
import { unary } from '@imagesearch/service-kit/grpc/server';
import type { Logger } from '@imagesearch/service-kit/logging';
import type { Scorer } from './scorer.js';

export function createHandlers(scorer: Scorer, logger: Logger): RerankerServiceHandlers {
  return {
    DescribeReranker: unary(logger, () => Promise.resolve({ method: scorer.method })),
    Rerank: unary(logger, async ({ query: words, hyponyms, candidates }, call) => {
      const isLegible = words.trim() !== '' && words.length <= QUERY_LENGTH_MAX;
      check(isLegible, ['query'], `1 to ${QUERY_LENGTH_MAX} characters`);
      const count = hyponyms.flatMap((ofWord) => ofWord.hyponyms).length;
      check(count <= HYPONYMS_MAX, ['hyponyms'], `at most ${HYPONYMS_MAX}, got ${count}`);
      check(
        candidates.length <= CANDIDATES_MAX,
        ['candidates'],
        `at most ${CANDIDATES_MAX}, got ${candidates.length}`,
      );
      const query = { words, hyponyms: new Map(hyponyms.map((ofWord) => [ofWord.word, ofWord.hyponyms])) };
      return { scores: await scorer.score(query, candidates, call), method: scorer.method };
    }),
  };
}

const CANDIDATES_MAX = 500;
const HYPONYMS_MAX = 256;
/** UTF-16 units. */
const QUERY_LENGTH_MAX = 2_000;
