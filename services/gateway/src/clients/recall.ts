import type { RetrievalClient } from '@imagesearch/contracts/retrieval';
import type { Embedding, Recall, RecallQuery } from '../domain/search/ports.js';
import { toBackend, toWireFilters } from './converters.js';

/** The retrieval service as the search sees it. */
export function createRecall(client: RetrievalClient): Recall {
  return {
    async search({ words, caption, image, filters, limit }: RecallQuery, call) {
      const { candidates, backend } = await client.searchPoints(
        {
          words,
          ...(caption && { caption: toVector(caption) }),
          ...(image && { image: toVector(image) }),
          modelFingerprint: (caption ?? image)?.fingerprint ?? '',
          filters: toWireFilters(filters),
          limit,
          unranked: words.trim() === '' && caption === undefined && image === undefined,
        },
        call,
      );
      return { candidates, backend: toBackend(backend) };
    },

    async similar(assetId, filters, limit, call) {
      const { candidates, backend } = await client.findSimilarPoints(
        { assetId, filters: toWireFilters(filters), limit },
        call,
      );
      return { candidates, backend: toBackend(backend) };
    },
  };
}

function toVector({ values }: Embedding): { values: number[] } {
  return { values: [...values] };
}
