import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { PointInput } from '@imagesearch/contracts/messages';
import { createRerankerClient } from '@imagesearch/contracts/reranker';
import { createRetrievalClient, type RetrievalClient } from '@imagesearch/contracts/retrieval';
import { createRecall } from '@imagesearch/gateway/search/adapters/recall';
import { createSpellingChecker } from '@imagesearch/gateway/search/adapters/spelling-checker';
import { createReranker } from '@imagesearch/gateway/search/adapters/reranker';
import type { Asset } from '@imagesearch/gateway/assets/asset';
import type { SearchStages } from '@imagesearch/gateway/search/ports';
import { findImages } from '@imagesearch/gateway/search/search';
import type { SourceItem } from '@imagesearch/ingest/sources/source';
import { loadConfig as loadRerankerConfig } from '@imagesearch/reranker/config';
import { createRerankerService } from '@imagesearch/reranker/service';
import { loadConfig as loadRetrievalConfig } from '@imagesearch/retrieval/config';
import { createRetrievalService } from '@imagesearch/retrieval/service';
import { detachedCall } from '@imagesearch/service-kit/call-context';
import { createLogger } from '@imagesearch/service-kit/logging';
import { CUTOFF } from './metrics.js';
import type { Encode, Rank } from './systems.js';

const POINTS_PER_CALL = 500;
const CALL_TIMEOUT_MS = 60_000;

/** What an item's words are in the index, or in the catalogue. */
export type Words = Pick<SourceItem, 'assetId' | 'title' | 'tags' | 'description'>;

/** Retrieval and reranker over an empty index of their own. */
export interface SearchServices {
  retrieval: RetrievalClient;
  write(modelFingerprint: string, points: readonly PointInput[]): Promise<void>;
  /**
   * The gateway's own search over the two services, with the images' words in the place of the rights service.
   * @throws Error when an answer was not reranked: it would be another system's.
   */
  product(catalogue: readonly Words[], encode: Encode, options?: { exact: boolean }): Rank;
  close(): Promise<void>;
}

export async function startSearchServices(modelDir: string): Promise<SearchServices> {
  const dataDir = await mkdtemp(join(tmpdir(), 'imagesearch-relevance-'));
  const env = { DATA_DIR: dataDir, MODEL_DIR: modelDir, LOG_LEVEL: 'silent' };
  const retrievalService = createRetrievalService(
    loadRetrievalConfig({ ...env, RETRIEVAL_LISTEN: '127.0.0.1:0' }),
  );
  const rerankerService = createRerankerService(
    loadRerankerConfig({ ...env, RERANKER_LISTEN: '127.0.0.1:0' }),
  );
  await Promise.all([retrievalService.start(), rerankerService.start()]);
  await rerankerService.whenReady();
  const retrieval = createRetrievalClient(retrievalService.address);
  const reranker = createRerankerClient(rerankerService.address);
  return {
    retrieval,
    write: async (modelFingerprint, points) => {
      for (let from = 0; from < points.length; from += POINTS_PER_CALL) {
        await retrieval.upsertPoints(
          { modelFingerprint, points: points.slice(from, from + POINTS_PER_CALL) },
          detachedCall(CALL_TIMEOUT_MS),
        );
      }
      await retrieval.optimizeIndex({}, detachedCall(CALL_TIMEOUT_MS));
    },
    product: (catalogue, encode, { exact } = { exact: false }) => {
      const byId = new Map(catalogue.map((item) => [item.assetId, item]));
      return productOf(
        {
          encoder: {
            encodeText: async (text) => ({ ...(await encode(text)), crossModal: false }),
            encodeImage: () => Promise.reject(new Error('no picture is searched with')),
          },
          recall: createRecall(retrieval),
          spelling: createSpellingChecker(retrieval),
          catalogue: {
            assets: (ids) => Promise.resolve(ids.flatMap((id) => byId.get(id) ?? []).map(assetOf)),
          },
          reranker: createReranker(reranker),
          logger: createLogger({ service: 'relevance', level: 'silent' }),
        },
        exact,
      );
    },
    close: async () => {
      retrieval.close();
      reranker.close();
      await Promise.all([retrievalService.close(), rerankerService.close()]);
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

function productOf(stages: SearchStages, exact: boolean): Rank {
  return async (query) => {
    const brief = { query, image: null, k: CUTOFF, filters: {}, parseDesign: false, exact };
    const { results, ranking } = await findImages(brief, stages, detachedCall(CALL_TIMEOUT_MS));
    if (ranking === 'degraded')
      throw new Error('The search was degraded: this would measure another system.');
    return results.map(({ asset }) => asset.assetId);
  };
}

/** Only its texts are read on the way through the search. */
function assetOf({ assetId, title, tags, description }: Words): Asset {
  return { assetId, title, tags, description } as Asset;
}
