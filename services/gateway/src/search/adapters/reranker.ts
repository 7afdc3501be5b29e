import { packTexts } from '@imagesearch/contracts/packed-texts';
import type { RerankerClient } from '@imagesearch/contracts/reranker';
import { AppError } from '@imagesearch/service-kit/errors';
import type { Reranker } from '../ports.js';

export function createReranker(client: RerankerClient): Reranker {
  return {
    async rerank({ words, kinds }, texts, call) {
      const packedTexts = texts.map((known) => (Buffer.isBuffer(known) ? known : packTexts(known)));
      const { scores, method } = await client.rerank(
        {
          query: words,
          kinds: kinds.map((ofWord) => ({ ...ofWord, kinds: [...ofWord.kinds] })),
          packedTexts,
        },
        call,
      );
      if (scores.length > texts.length) {
        throw new AppError('internal', `The reranker scored ${scores.length} of ${texts.length} candidates.`);
      }
      // One of an earlier release reads no packed texts.
      if (scores.length === 0 && texts.length > 0) {
        throw new AppError('dependency_unavailable', 'The reranker scored no candidate.', {
          ctx: { service: 'reranker' },
        });
      }
      return { scores, method: method === 'cross_encoder' ? 'cross_encoder' : 'lexical' };
    },
  };
}
