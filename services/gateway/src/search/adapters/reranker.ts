import type { RerankerClient } from '@imagesearch/contracts/reranker';
import { AppError } from '@imagesearch/service-kit/errors';
import type { Reranker } from '../ports.js';

export function createReranker(client: RerankerClient): Reranker {
  return {
    async rerank({ words, kinds }, texts, call) {
      const candidates = texts.map(({ title, tags, description }) => ({ title, tags, description }));
      const { scores, method } = await client.rerank(
        { query: words, kinds: kinds.map((ofWord) => ({ ...ofWord, kinds: [...ofWord.kinds] })), candidates },
        call,
      );
      if (scores.length > candidates.length) {
        throw new AppError(
          'internal',
          `The reranker scored ${scores.length} of ${candidates.length} candidates.`,
        );
      }
      return { scores, method: method === 'cross_encoder' ? 'cross_encoder' : 'lexical' };
    },
  };
}
