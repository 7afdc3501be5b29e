import type { Candidate as WireCandidate } from '@imagesearch/contracts/messages';
import type { RetrievalClient } from '@imagesearch/contracts/retrieval';
import type { CallContext } from '@imagesearch/service-kit/call-context';
import { joinPools, type FoundPool } from '../domain/search/join-pools.js';
import type { Backend, Candidate, Embedding, Recall, RecallQuery } from '../domain/search/ports.js';
import { toBackend, toWireFilters } from './converters.js';

/** The retrieval service as the search sees it. */
export function createRecall(client: RetrievalClient): Recall {
  return {
    async search(query: RecallQuery, call) {
      const { caption, image, limit } = query;
      const shown = caption?.crossModal === true ? caption : undefined;
      // A search has one list of pictures: with a picture and words that both ask for one, the words have theirs apart.
      const [found, byWords] = await Promise.all([
        findPool(client, { ...query, image: image ?? shown }, call),
        image && shown && findPool(client, { ...query, words: '', caption: undefined, image: shown }, call),
      ]);
      const candidates = byWords ? joinPools(found, byWords, limit) : found.candidates;
      return {
        backend: found.backend,
        candidates: shown ? withSight(candidates, byWords ?? found) : [...candidates],
      };
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

interface Found extends FoundPool {
  backend: Backend;
  candidates: readonly WireCandidate[];
}

/** Candidates with their place in the list of pictures that a pool has. */
function withSight(candidates: readonly Candidate[], { candidates: seen }: Found): Candidate[] {
  const ranks = new Map(seen.map(({ assetId, imageRank }) => [assetId, imageRank]));
  return candidates.map(({ assetId, score }) => ({ assetId, score, sightRank: ranks.get(assetId) }));
}

async function findPool(
  client: RetrievalClient,
  { words, caption, image, filters, limit }: RecallQuery,
  call: CallContext,
): Promise<Found> {
  const lists = [words.trim() !== '', caption !== undefined, image !== undefined].filter(Boolean).length;
  const { candidates, backend } = await client.searchPoints(
    {
      words,
      ...(caption && { caption: toVector(caption) }),
      ...(image && { image: toVector(image) }),
      modelFingerprint: (caption ?? image)?.fingerprint ?? '',
      filters: toWireFilters(filters),
      limit,
      unranked: lists === 0,
    },
    call,
  );
  return { lists, candidates, backend: toBackend(backend) };
}

function toVector({ values }: Embedding): { values: number[] } {
  return { values: [...values] };
}
