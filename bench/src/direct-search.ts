import { cp, mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { createRightsClient } from '@imagesearch/contracts/rights';
import { createCatalogue } from '@imagesearch/gateway/assets/catalogue';
import type { Asset } from '@imagesearch/gateway/assets/asset';
import type { Catalogue, Encoder, Recall, Reranker } from '@imagesearch/gateway/search/ports';
import { findImages } from '@imagesearch/gateway/search/search';
import { presentEnvelope } from '@imagesearch/gateway/search/present';
import type { StackAddresses } from '@imagesearch/local-stack/stack';
import { openLiteProfile } from '@imagesearch/lite-models/lite-profile';
import { loadWordVectors } from '@imagesearch/models/word-vectors';
import { createRerankTexts } from '@imagesearch/reranker/adapters/lexical';
import { loadConfig } from '@imagesearch/retrieval/config';
import { openIndex } from '@imagesearch/retrieval/adapters/open-index';
import { search as recallAndFuse } from '@imagesearch/retrieval/app/search';
import { detachedCall } from '@imagesearch/service-kit/call-context';
import { FOLDER_LOCK_NAME } from '@imagesearch/service-kit/files/folder-lock';
import { createLogger } from '@imagesearch/service-kit/logging';

const CALL_TIMEOUT_MS = 10_000;
const ASSETS_A_CALL = 500;
const CACHED_TEXTS_MAX = 50_000;
const RESULTS = 10;

export interface DirectSearch {
  /** The JSON of the answer. */
  search: (query: string) => Promise<string>;
  close: () => Promise<void>;
}

/** The search's own stages over the same index, with every service called as a function and the assets in memory. */
export async function openDirectSearch(
  source: string,
  dataDir: string,
  addresses: StackAddresses,
): Promise<DirectSearch> {
  const profile = await openLiteProfile(join(dataDir, 'models'));
  if (!profile) throw new Error(`${source} holds no models; run the demonstration first.`);
  const words = await loadWordVectors(profile.files.wordVectors);

  const ownDir = join(dataDir, 'direct');
  await mkdir(join(ownDir, 'retrieval'), { recursive: true });
  await cp(join(source, 'retrieval'), join(ownDir, 'retrieval'), {
    recursive: true,
    filter: (path) => !path.includes(FOLDER_LOCK_NAME),
  });
  const index = await openIndex(loadConfig({ DATA_DIR: ownDir }));
  const assets = await loadAssets(addresses);

  const encoder: Encoder = {
    encodeText: (text) =>
      Promise.resolve({
        values: [...(words.embedText(text) ?? [])],
        fingerprint: profile.fingerprint,
        crossModal: profile.crossModal,
      }),
    encodeImage: () => Promise.reject(new Error('not measured')),
  };
  const recall: Recall = {
    // No query of the benchmark has more than the default filter.
    search: async ({ words: query, text, limit }, call) => ({
      candidates: await recallAndFuse(
        index,
        {
          words: query,
          wordsWeight: undefined,
          vectors: text
            ? [
                {
                  name: 'caption',
                  target: 'caption',
                  values: Float32Array.from(text.values),
                  weight: undefined,
                },
              ]
            : [],
          modelFingerprint: text?.fingerprint,
          filters: [{ kind: 'equals', facet: 'aiGenerated', value: false }],
          paletteNear: undefined,
          limit,
          listLimit: undefined,
          keepDuplicates: false,
        },
        call,
      ),
      backend: index.backend,
    }),
    similar: () => Promise.reject(new Error('not measured')),
    count: () => Promise.reject(new Error('not measured')),
  };
  const catalogue: Catalogue = {
    assets: (ids) => Promise.resolve(ids.flatMap((id) => assets.get(id) ?? [])),
  };
  const rerank = createRerankTexts(() => words, CACHED_TEXTS_MAX);
  const reranker: Reranker = {
    rerank: (query, candidates) => Promise.resolve({ scores: rerank(query, candidates), method: 'lexical' }),
  };
  const stages = {
    encoder,
    recall,
    catalogue,
    reranker,
    logger: createLogger({ service: 'bench', level: 'error' }),
  };

  return {
    search: async (query) => {
      const result = await findImages(
        { query, image: null, k: RESULTS, filters: {}, parseDesign: false },
        stages,
        detachedCall(CALL_TIMEOUT_MS),
      );
      const facts = { queryId: 'q_bench', query, latencyMs: 0, kCapped: false };
      return JSON.stringify(presentEnvelope(result, facts, { baseUrl: 'http://localhost' }));
    },
    close: () => index.close(),
  };
}

/** Every asset of the collection by its id, read once from the running rights service. */
async function loadAssets(addresses: StackAddresses): Promise<Map<string, Asset>> {
  const { openOpenMoji } = await import('@imagesearch/ingest/sources/openmoji');
  const ids: string[] = [];
  for (const { assetId } of openOpenMoji().entries()) ids.push(assetId);
  const client = createRightsClient(addresses.RIGHTS_ADDRESS, addresses.SERVICE_TOKEN);
  const catalogue = createCatalogue(client);
  const assets = new Map<string, Asset>();
  for (let at = 0; at < ids.length; at += ASSETS_A_CALL) {
    const found = await catalogue.assets(ids.slice(at, at + ASSETS_A_CALL), detachedCall(CALL_TIMEOUT_MS));
    for (const asset of found) assets.set(asset.assetId, asset);
  }
  client.close();
  return assets;
}
