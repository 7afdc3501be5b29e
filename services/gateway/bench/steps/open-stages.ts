import { createEmbeddingClient, type EmbeddingClient } from '@imagesearch/contracts/embedding';
import { createRerankerClient } from '@imagesearch/contracts/reranker';
import { createRetrievalClient } from '@imagesearch/contracts/retrieval';
import { createRightsClient } from '@imagesearch/contracts/rights';
import { inProcessTarget } from '@imagesearch/service-kit/grpc/in-process';
import { createLogger } from '@imagesearch/service-kit/logging';
import type { BenchStack } from '@imagesearch/testkit/bench/bench-stack';
import { createCatalogue } from '#src/assets/catalogue';
import { createEncoder } from '#src/search/adapters/encoder';
import { createRecall } from '#src/search/adapters/recall';
import { createReranker } from '#src/search/adapters/reranker';
import { createSpellingChecker } from '#src/search/adapters/spelling-checker';
import type { SearchStages } from '#src/search/ports';
import { RecentImages } from '#src/search/reference-image/recent-images';
import { createProfileCurves } from '#src/search/scores/profile-curves';

export interface BenchStages {
  /** As the gateway of one process builds them, without cached texts. */
  every: SearchStages;
  /** Words are searched for as they are. */
  unchecked: SearchStages;
  /** Images that are known again are not put first. */
  withoutLikeness: SearchStages;
  /** Texts have no vector by a sentence encoder. */
  withoutSentences: SearchStages;
  close: () => void;
}

export function openStages(addresses: BenchStack['stack']['addresses']): BenchStages {
  const token = addresses.SERVICE_TOKEN;
  const embedding = createEmbeddingClient(inProcessTarget(addresses.EMBEDDING_ADDRESS), token);
  const retrieval = createRetrievalClient(inProcessTarget(addresses.RETRIEVAL_ADDRESS), token);
  const rights = createRightsClient(inProcessTarget(addresses.RIGHTS_ADDRESS), token);
  const reranker = createRerankerClient(inProcessTarget(addresses.RERANKER_ADDRESS), token);
  const logger = createLogger({ service: 'bench', level: 'error' });
  const every: SearchStages = {
    encoder: encoderOf(embedding),
    recall: createRecall(retrieval),
    spelling: createSpellingChecker(retrieval),
    catalogue: createCatalogue(rights),
    reranker: createReranker(reranker),
    curves: createProfileCurves(embedding, logger),
    logger,
  };
  return {
    every,
    unchecked: { ...every, spelling: AS_WRITTEN },
    withoutLikeness: { ...every, encoder: withoutLikeness(embedding) },
    withoutSentences: { ...every, encoder: withoutSentences(embedding) },
    close: () => {
      for (const client of [embedding, retrieval, rights, reranker]) client.close();
    },
  };
}

function encoderOf(embedding: EmbeddingClient): SearchStages['encoder'] {
  return createEncoder(embedding, NO_CACHE, new RecentImages());
}

const NO_CACHE = { get: () => undefined, set: () => undefined };

const AS_WRITTEN: SearchStages['spelling'] = {
  check: (words) =>
    Promise.resolve({ words, corrections: [], translations: [], unmatched: [], didYouMean: null, kinds: [] }),
};

function withoutLikeness(embedding: EmbeddingClient): SearchStages['encoder'] {
  const encoder = encoderOf({
    ...embedding,
    embedImage: (request, call) => embedding.embedImage({ ...request, withLikeness: false }, call),
  });
  return { ...encoder, localFeatures: () => Promise.resolve([]) };
}

function withoutSentences(embedding: EmbeddingClient): SearchStages['encoder'] {
  return encoderOf({
    ...embedding,
    embedTexts: (request, call) => embedding.embedTexts({ ...request, sentences: [] }, call),
  });
}
