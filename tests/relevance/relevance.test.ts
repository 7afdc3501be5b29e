import type { GrpcService } from '@imagesearch/service-kit/grpc-service';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { createRerankerClient, type RerankerClient } from '@imagesearch/contracts/reranker';
import { createRetrievalClient, type RetrievalClient } from '@imagesearch/contracts/retrieval';
import type { CollectionItem } from '@imagesearch/ingest/collections/collection';
import { openOpenMoji } from '@imagesearch/ingest/collections/openmoji';
import { captionOf } from '@imagesearch/ingest/take-in';
import { ensureLiteProfile } from '@imagesearch/models/lite-profile';
import { loadWordVectors } from '@imagesearch/models/word-vectors';
import { loadConfig as loadRerankerConfig } from '@imagesearch/reranker/config';
import { createRerankerService, type RerankerService } from '@imagesearch/reranker/service';
import { loadConfig as loadRetrievalConfig } from '@imagesearch/retrieval/config';
import { createRetrievalService } from '@imagesearch/retrieval/service';
import { detachedCall } from '@imagesearch/service-kit/call-context';
import { createLogger } from '@imagesearch/service-kit/logging';
import { createRecall } from '../../services/gateway/src/clients/recall.js';
import { createReranker } from '../../services/gateway/src/clients/reranker.js';
import type { Asset } from '../../services/gateway/src/domain/asset.js';
import { search } from '../../services/gateway/src/domain/search/search.js';
import { testModelDir } from '../support/lite-profile.js';
import { readQueries } from './judgements.js';
import { CUTOFF, mean, type Quality } from './metrics.js';
import { measure, retrievalSystems, type Encode, type Qualities, type System } from './systems.js';

const POINTS_PER_CALL = 500;
const CALL_TIMEOUT_MS = 60_000;

/** A little below what docs/relevance.md states, so that only a loss fails. */
const FLOORS: Quality = { ndcg: 0.85, recall: 0.83 };

let dataDir: string;
let retrievalService: GrpcService;
let rerankerService: RerankerService;
let retrieval: RetrievalClient;
let reranker: RerankerClient;
let qualities: Qualities;

/**
 * The whole collection as far as its texts go: real captions, words, services and index. Only the pictures' pixels are
 * left out, because nothing that is measured here looks at them.
 */
beforeAll(async () => {
  const { fingerprint, files } = await ensureLiteProfile({ modelDir: testModelDir() });
  const words = await loadWordVectors(files.wordVectors);
  const encode: Encode = (text) =>
    Promise.resolve({ values: [...(words.embedText(text) ?? [])], fingerprint });

  dataDir = await mkdtemp(join(tmpdir(), 'imagesearch-relevance-'));
  const env = { DATA_DIR: dataDir, MODEL_DIR: testModelDir(), LOG_LEVEL: 'silent' };
  retrievalService = createRetrievalService(loadRetrievalConfig({ ...env, RETRIEVAL_LISTEN: '127.0.0.1:0' }));
  rerankerService = createRerankerService(loadRerankerConfig({ ...env, RERANKER_LISTEN: '127.0.0.1:0' }));
  await Promise.all([retrievalService.start(), rerankerService.start()]);
  await rerankerService.whenReady();
  retrieval = createRetrievalClient(retrievalService.address);
  reranker = createRerankerClient(rerankerService.address);

  const items: CollectionItem[] = [];
  for (const item of openOpenMoji().entries()) items.push(item);
  await index(items, encode, words.dimensions);
  qualities = await measure(readQueries(import.meta.dirname), {
    ...retrievalSystems(retrieval, encode),
    'fused + reranked': gatewaySearch(items, encode),
  });
}, 300_000);

afterAll(async () => {
  retrieval.close();
  reranker.close();
  await Promise.all([retrievalService.close(), rerankerService.close()]);
  await rm(dataDir, { recursive: true, force: true });
});

async function index(items: readonly CollectionItem[], encode: Encode, dimensions: number): Promise<void> {
  // One and the same for every picture: no search here asks for it.
  const image = { values: Array.from({ length: dimensions }, (_, at) => (at === 0 ? 1 : 0)) };
  const encoded = await Promise.all(
    items.map(async (item) => ({ item, caption: await encode(captionOf(item)) })),
  );
  const modelFingerprint = encoded[0]?.caption.fingerprint ?? '';
  const points = encoded.map(({ item, caption }) => ({
    assetId: item.assetId,
    contentVersion: item.sourceVersion,
    image,
    caption: { values: caption.values },
    title: item.title,
    tags: item.tags,
    description: item.description,
    source: 'openmoji',
    aiGenerated: item.aiGenerated,
  }));
  for (let from = 0; from < points.length; from += POINTS_PER_CALL) {
    await retrieval.upsertPoints(
      { modelFingerprint, points: points.slice(from, from + POINTS_PER_CALL) },
      detachedCall(CALL_TIMEOUT_MS),
    );
  }
  await retrieval.optimizeIndex({}, detachedCall(CALL_TIMEOUT_MS));
}

/** The gateway's own search over the two services; what rights would answer of an asset comes from the collection. */
function gatewaySearch(items: readonly CollectionItem[], encode: Encode) {
  const byId = new Map(items.map((item) => [item.assetId, item]));
  const stages: Parameters<typeof search>[1] = {
    encoder: {
      encodeText: async (text) => ({ ...(await encode(text)), crossModal: false }),
      encodeImage: () => Promise.reject(new Error('no picture is searched with')),
    },
    recall: createRecall(retrieval),
    catalogue: {
      assets: (ids) => Promise.resolve(ids.flatMap((id) => byId.get(id) ?? []).map(assetOf)),
    },
    reranker: createReranker(reranker),
    logger: createLogger({ service: 'relevance', level: 'silent' }),
  };
  return async (query: string): Promise<string[]> => {
    const brief = { query, image: null, k: CUTOFF, filters: {}, parseDesign: false };
    const { hits, ranking } = await search(brief, stages, detachedCall(CALL_TIMEOUT_MS));
    expect(ranking).not.toBe('degraded');
    return hits.map(({ asset }) => asset.assetId);
  };
}

/** Only its texts are read on the way through the search. */
function assetOf({ assetId, title, tags, description }: CollectionItem): Asset {
  return { assetId, title, tags, description } as Asset;
}

const total = (system: System, name: keyof Quality): number =>
  mean(qualities[system].map((quality) => quality[name]));

describe.each(['ndcg', 'recall'] as const)('%s@10 over the labelled queries', (name) => {
  test.each(['words alone', 'vectors alone', 'fused'] as const)(
    'is better reranked than with %s',
    (other) => {
      expect(total('fused + reranked', name)).toBeGreaterThan(total(other, name));
    },
  );

  test('is better fused than with words or vectors alone', () => {
    expect(total('fused', name)).toBeGreaterThan(total('words alone', name));
    expect(total('fused', name)).toBeGreaterThan(total('vectors alone', name));
  });

  test('has not fallen', () => {
    expect(total('fused + reranked', name)).toBeGreaterThanOrEqual(FLOORS[name]);
  });
});
