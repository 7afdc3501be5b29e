import { createEmbeddingClient } from '@imagesearch/contracts/embedding';
import { createRerankerClient } from '@imagesearch/contracts/reranker';
import { createRetrievalClient } from '@imagesearch/contracts/retrieval';
import { createRightsClient } from '@imagesearch/contracts/rights';
import type { StackAddresses } from '@imagesearch/local-stack/stack';
import { detachedCall } from '@imagesearch/service-kit/call-context';

const CALL_TIMEOUT_MS = 10_000;
/** As the gateway asks for a page of ten. */
const POOL_SIZE = 100;

export interface Stages {
  /** The calls of one text search, one after another, without the gateway. */
  run: (query: string, results: number) => Promise<void>;
  close: () => void;
}

/** The four services behind the gateway, called over gRPC as a text search calls them. */
export function openStages(addresses: StackAddresses): Stages {
  const token = addresses.SERVICE_TOKEN;
  const embedding = createEmbeddingClient(addresses.EMBEDDING_ADDRESS, token);
  const retrieval = createRetrievalClient(addresses.RETRIEVAL_ADDRESS, token);
  const rights = createRightsClient(addresses.RIGHTS_ADDRESS, token);
  const reranker = createRerankerClient(addresses.RERANKER_ADDRESS, token);
  return {
    run: async (query, results) => {
      const call = detachedCall(CALL_TIMEOUT_MS);
      const { vectors, fingerprint } = await embedding.embedTexts({ texts: [query] }, call);
      const vector = { values: vectors[0]?.values ?? [] };
      const { candidates } = await retrieval.searchPoints(
        {
          words: query,
          limit: POOL_SIZE,
          vectors: [{ name: 'caption', target: 'TARGET_CAPTION', vector }],
          modelFingerprint: fingerprint,
        },
        call,
      );
      const assetIds = candidates.map(({ assetId }) => assetId);
      const { assets } = await rights.getAssets({ assetIds }, call);
      const texts = assets.flatMap(({ metadata }) => metadata ?? []);
      const { scores } = await reranker.rerank({ query, candidates: texts }, call);
      if (scores.length < results) throw new Error(`"${query}" has ${scores.length} scores.`);
    },
    close: () => {
      for (const client of [embedding, retrieval, rights, reranker]) client.close();
    },
  };
}
