import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { measure } from '@imagesearch/testkit/bench/measure';
import { of, QUERIES, RESULTS } from '../queries.js';

/** The parent asks for a measurement, and gets the latencies. */
export interface Asked {
  requests: number;
  clients: number;
}

const [tree = '.', dataDir = '.data'] = process.argv.slice(2);
const CALL_TIMEOUT_MS = 10_000;
const PAGE_ASSETS = 500;
const CACHED_TEXTS_MAX = 50_000;
const CACHED_BYTES_MAX = 8 * 1024 * 1024;

/**
 * The search's own stages over the same data, each service called as a function and the assets in memory: without HTTP, gRPC,
 * database, admission and billing. It loads the build by path, because packages export none of this.
 */
async function main(): Promise<void> {
  const search = await openSearch();
  for (const query of QUERIES) await search(query);
  process.on('message', (asked: Asked) => {
    void measure('in process', asked, (at) => search(of(QUERIES, at))).then((measured) =>
      process.send?.(measured),
    );
  });
  process.once('disconnect', () => process.exit(0));
  process.send?.('ready');
}

/* eslint-disable @typescript-eslint/no-unsafe-assignment, @typescript-eslint/no-unsafe-call,
   @typescript-eslint/no-unsafe-member-access, @typescript-eslint/no-unsafe-return, @typescript-eslint/no-explicit-any --
   the modules of another build have no types here */
const load = (path: string): Promise<any> => import(pathToFileURL(resolve(join(tree, path))).href);

async function openSearch(): Promise<(query: string) => Promise<string>> {
  const { findImages } = await load('services/gateway/dist/search/search.js');
  const { presentEnvelope } = await load('services/gateway/dist/search/present.js');
  const { createLogger } = await load('packages/service-kit/dist/logging.js');
  const logger = createLogger({ service: 'bench', level: 'error' });
  const assets = await loadAssets(logger);
  const assetsOf = (ids: string[]) => Promise.resolve(ids.flatMap((id) => assets.get(id) ?? []));
  const stages = {
    ...(await openModels()),
    recall: await openRecall(),
    spelling: {
      check: (words: string) =>
        Promise.resolve({
          words,
          corrections: [],
          unmatched: [],
          didYouMean: null,
          kinds: [],
          translations: [],
        }),
    },
    catalogue: { assets: assetsOf, recentAssets: assetsOf },
    logger,
  };
  return async (query) => {
    const brief = {
      query,
      image: null,
      k: RESULTS,
      filters: {},
      parseDesign: false,
      exact: false,
      minScore: 0,
      page: { place: undefined, requestHash: Buffer.alloc(16), now: new Date() },
    };
    const call = { deadlineAt: Date.now() + CALL_TIMEOUT_MS, signal: NEVER, requestId: '' };
    const result = await findImages(brief, stages, call);
    const facts = { queryId: 'q_bench', query, latencyMs: 0, kCapped: false, cursor: null };
    return JSON.stringify(presentEnvelope(result, facts, { baseUrl: 'http://localhost' }));
  };
}

const NEVER = new AbortController().signal;

async function openModels() {
  const { openLiteProfile } = await load('packages/lite-models/dist/lite-profile.js');
  const { loadWordVectors } = await load('packages/models/dist/word-vectors.js');
  const { createScoreTexts } = await load('services/reranker/dist/app/lexical-scorer.js');
  const { UnpackedOnce } = await load('packages/service-kit/dist/grpc/unpacked-once.js');
  const { unpackTexts } = await load('packages/contracts/dist/packed-texts.js');
  const profile = await openLiteProfile(join(dataDir, 'models'));
  const words = await loadWordVectors(profile.files.wordVectors);
  const scoreTexts = createScoreTexts(words, CACHED_TEXTS_MAX);
  const knownTexts = new UnpackedOnce(unpackTexts, CACHED_BYTES_MAX);
  const { fingerprint, crossModal } = profile;
  return {
    encoder: {
      encodeText: (text: string) =>
        Promise.resolve({ values: [...(words.embedText(text) ?? [])], fingerprint, crossModal }),
    },
    reranker: {
      rerank: ({ words: query, kinds }: { words: string; kinds: unknown }, packed: Buffer[]) => {
        const texts = packed.map((texts) => knownTexts.of(texts));
        return Promise.resolve({ scores: scoreTexts({ words: query, kinds }, texts), method: 'lexical' });
      },
    },
    curves: () => Promise.resolve({}),
  };
}

async function openRecall() {
  const { loadConfig } = await load('services/retrieval/dist/config.js');
  const { openIndex } = await load('services/retrieval/dist/context.js');
  const { searchPoints } = await load('services/retrieval/dist/rpc/search-points.js');
  const { createRecall } = await load('services/gateway/dist/search/adapters/recall.js');
  const ask = searchPoints({ index: await openIndex(loadConfig({ DATA_DIR: dataDir })) });
  const unset = { listLimit: 0, keepDuplicates: false };
  const noNames = { negSpaceAny: [], licenseAny: [], sourceAny: [] };
  return createRecall({
    searchPoints: (request: any, call: unknown) =>
      ask({ ...unset, ...request, filters: { ...noNames, ...request.filters } }, call),
  });
}

/** Every asset of the collection, read once. */
async function loadAssets(logger: unknown): Promise<Map<string, unknown>> {
  const { loadConfig } = await load('services/rights/dist/config.js');
  const { createRightsService } = await load('services/rights/dist/service.js');
  const { createRightsClient } = await load('packages/contracts/dist/rights.js');
  const { createCatalogue } = await load('services/gateway/dist/assets/catalogue.js');
  const service = createRightsService(loadConfig({ RIGHTS_LISTEN: '127.0.0.1:0', DATA_DIR: dataDir }), {
    logger,
  });
  await service.start();
  const client = createRightsClient(service.address);
  const catalogue = createCatalogue(client);
  const call = () => ({ deadlineAt: Date.now() + CALL_TIMEOUT_MS, signal: NEVER, requestId: '' });
  const assets = new Map<string, unknown>();
  let cursor = '';
  do {
    const page = await client.listAssets({ states: [], cursor, limit: PAGE_ASSETS }, call());
    const ids = page.assets.map(({ assetId }: { assetId: string }) => assetId);
    for (const asset of (await catalogue.assets(ids, call())) as { assetId: string }[]) {
      assets.set(asset.assetId, asset);
    }
    cursor = page.nextCursor;
  } while (cursor !== '');
  client.close();
  await service.close();
  return assets;
}

await main();
