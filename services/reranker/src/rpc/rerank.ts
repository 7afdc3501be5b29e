import type { RerankRequest, RerankResponseInput } from '@imagesearch/contracts/messages';
import type { CallContext } from '@imagesearch/service-kit/call-context';
import { invalid } from '@imagesearch/service-kit/errors';
import type { UnpackedOnce } from '@imagesearch/service-kit/grpc/unpacked-once';
import type { RerankerContext } from '../context.js';
import type { CandidateTexts } from '../domain/candidate-text.js';
import { checkCandidateCount, checkKinds, checkQuery } from './checks.js';

export function rerank({ scorer, knownTexts }: RerankerContext) {
  return async (request: RerankRequest, call: CallContext): Promise<RerankResponseInput> => {
    const query = { words: request.query, kinds: request.kinds };
    checkQuery(query.words);
    checkKinds(query.kinds);
    const { packedTexts, candidates } = request;
    checkCandidateCount(candidates.length, 'candidates');
    checkCandidateCount(packedTexts.length, 'packed_texts');
    const texts = packedTexts.length === 0 ? candidates : textsFromWire(packedTexts, knownTexts);
    const loaded = scorer.get();
    return { scores: await loaded.score(query, texts, call), method: loaded.method };
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
