import type { RerankerServiceHandlers } from '@imagesearch/contracts/messages';
import { unpackTexts } from '@imagesearch/contracts/packed-texts';
import { invalid } from '@imagesearch/service-kit/errors';
import { unary } from '@imagesearch/service-kit/grpc/server';
import { UnpackedOnce } from '@imagesearch/service-kit/grpc/unpacked-once';
import type { Logger } from '@imagesearch/service-kit/logging';
import type { BackgroundLoad } from '@imagesearch/service-kit/process/background-load';
import type { CandidateTexts, Scorer } from './scorer.js';

/** Long captions of 8,000 images, or short ones of 50,000. */
const KNOWN_TEXTS_BYTES_MAX = 8 * 1024 * 1024;

export function createHandlers(scorer: BackgroundLoad<Scorer>, logger: Logger): RerankerServiceHandlers {
  const knownTexts = new UnpackedOnce<CandidateTexts>(unpackTexts, KNOWN_TEXTS_BYTES_MAX);
  return {
    DescribeReranker: unary(logger, () =>
      Promise.resolve({
        method: scorer.ready ? scorer.get().method : '',
        ready: scorer.ready,
        detail: scorer.detail,
      }),
    ),
    Rerank: unary(logger, async ({ query: words, kinds, packedTexts, candidates }, call) => {
      checkQuery(words);
      checkHyponyms(kinds);
      checkCandidateCount(candidates.length, 'candidates');
      checkCandidateCount(packedTexts.length, 'packed_texts');
      const texts = packedTexts.length === 0 ? candidates : textsFromWire(packedTexts, knownTexts);
      const query = { words, hyponyms: new Map(kinds.map((ofWord) => [ofWord.word, ofWord.kinds])) };
      const loaded = scorer.get();
      return { scores: await loaded.score(query, texts, call), method: loaded.method };
    }),
  };
}

function textsFromWire(
  packedTexts: readonly Buffer[],
  knownTexts: UnpackedOnce<CandidateTexts>,
): CandidateTexts[] {
  return packedTexts.map((packed, at) => {
    try {
      return knownTexts.of(packed);
    } catch {
      const msg = 'These bytes are no texts.';
      throw invalid({ loc: ['packed_texts', at], msg, type: 'packed_texts' });
    }
  });
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

function checkCandidateCount(count: number, field: 'candidates' | 'packed_texts'): void {
  if (count <= CANDIDATES_MAX) return;
  throw invalid({
    loc: [field],
    msg: `Give at most ${CANDIDATES_MAX} candidates.`,
    type: 'too_long',
    input: count,
    ctx: { max_length: CANDIDATES_MAX },
  });
}

function checkHyponyms(ofWords: readonly { kinds: readonly string[] }[]): void {
  const count = ofWords.reduce((sum, { kinds }) => sum + kinds.length, 0);
  if (count <= HYPONYMS_MAX) return;
  throw invalid({
    loc: ['kinds'],
    msg: `Give at most ${HYPONYMS_MAX} kinds.`,
    type: 'too_long',
    input: count,
    ctx: { max_length: HYPONYMS_MAX },
  });
}
