import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Model } from '../embedded.js';
import type { PointInput } from '@imagesearch/contracts/messages';
import { createRerankerClient } from '@imagesearch/contracts/reranker';
import { createRetrievalClient } from '@imagesearch/contracts/retrieval';
import { createRetriever } from '@imagesearch/gateway/search/retrieve';
import { createReranker } from '@imagesearch/gateway/search/rerank';
import type { Asset } from '@imagesearch/gateway/assets/asset';
import type { SearchStages } from '@imagesearch/gateway/search/result';
import type { SourceItem } from '@imagesearch/ingest/sources/source';
import { loadConfig as loadRerankerConfig } from '@imagesearch/reranker/config';
import { createRerankerService } from '@imagesearch/reranker/service';
import { loadConfig as loadRetrievalConfig } from '@imagesearch/retrieval/config';
import { createRetrievalService } from '@imagesearch/retrieval/service';
import { detachedCall } from '@imagesearch/service-kit/call-context';
import { createLogger } from '@imagesearch/service-kit/logging';

const POINTS_PER_CALL = 500;
const CALL_TIMEOUT_MS = 60_000;

export type EncodeText = SearchStages['encoder']['encodeText'];

/** The vector of an image by its id. */
export type EncodeImage = (id: string) => Promise<{ values: number[]; fingerprint: string }>;

/** What an item's words are in the catalogue. */
type Words = Pick<SourceItem, 'assetId' | 'title' | 'tags' | 'description'>;

/** Retrieval and reranker over an empty index of their own. */
export interface SearchServices {
  write(model: Model, points: readonly PointInput[]): Promise<void>;
  /** What the gateway's own search runs on, with the images' words in the place of the rights service; an image is named by the text in its bytes. Scores are not calibrated. */
  stages(catalogue: readonly Words[], encodeText: EncodeText, encodeImage: EncodeImage): SearchStages;
  close(): Promise<void>;
}

export async function startSearchServices(): Promise<SearchServices> {
  const dataDir = await mkdtemp(join(tmpdir(), 'imagesearch-relevance-'));
  const env = { DATA_DIR: dataDir, LOG_LEVEL: 'silent' };
  const retrievalService = createRetrievalService(
    loadRetrievalConfig({ ...env, RETRIEVAL_LISTEN: '127.0.0.1:0' }),
  );
  const rerankerService = createRerankerService(
    loadRerankerConfig({ ...env, RERANKER_LISTEN: '127.0.0.1:0' }),
  );
  await Promise.all([retrievalService.start(), rerankerService.start()]);
  const retrieval = createRetrievalClient(retrievalService.address);
  const reranker = createRerankerClient(rerankerService.address);
  const stages: SearchServices['stages'] = (catalogue, encodeText, encodeImage) => {
    const byId = new Map(catalogue.map((item) => [item.assetId, item]));
    const assetsOf = (ids: readonly string[]) =>
      Promise.resolve(ids.flatMap((id) => byId.get(id) ?? []).map(assetOf));
    return {
      encoder: {
        encodeText,
        encodeImage: (bytes) => encodeImage(Buffer.from(bytes).toString()),
        localFeatures: () => Promise.resolve([]),
      },
      retriever: createRetriever(retrieval),
      spelling: {
        check: (words) =>
          Promise.resolve({
            words,
            corrections: [],
            unmatched: [],
            didYouMean: null,
            translations: [],
          }),
      },
      catalogue: { assets: assetsOf, recentAssets: assetsOf },
      reranker: createReranker(reranker),
      curves: () => Promise.resolve({}),
      logger: createLogger({ service: 'relevance', level: 'silent' }),
    };
  };
  return {
    write: async ({ fingerprint: modelFingerprint, dimensions }, points) => {
      for (let from = 0; from < points.length; from += POINTS_PER_CALL) {
        await retrieval.upsertPoints(
          { modelFingerprint, dimensions, points: points.slice(from, from + POINTS_PER_CALL) },
          detachedCall(CALL_TIMEOUT_MS),
        );
      }
      await retrieval.optimizeIndex({}, detachedCall(CALL_TIMEOUT_MS));
    },
    stages,
    close: async () => {
      retrieval.close();
      reranker.close();
      await Promise.all([retrievalService.close(), rerankerService.close()]);
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

/** Only its texts are read on the way through the search. */
function assetOf({ assetId, title, tags, description }: Words): Asset {
  return { assetId, title, tags, description } as Asset;
}
