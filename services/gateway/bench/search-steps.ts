import { createEmbeddingClient } from '@imagesearch/contracts/embedding';
import { createRerankerClient } from '@imagesearch/contracts/reranker';
import { createRetrievalClient } from '@imagesearch/contracts/retrieval';
import { createRightsClient } from '@imagesearch/contracts/rights';
import { detachedCall } from '@imagesearch/service-kit/call-context';
import { createLogger } from '@imagesearch/service-kit/logging';
import { startBenchStack, type BenchStack } from '@imagesearch/testkit/bench/bench-stack';
import { measure, printMeasurements, type Measurement } from '@imagesearch/testkit/bench/measure';
import { createCatalogue } from '#src/assets/catalogue';
import { createEncoder } from '#src/search/adapters/encoder';
import { createRecall } from '#src/search/adapters/recall';
import { createReranker } from '#src/search/adapters/reranker';
import { createSpellingChecker } from '#src/search/adapters/spelling-checker';
import type { SearchStages } from '#src/search/ports';
import { RecentImages } from '#src/search/reference-image/recent-images';
import { createProfileCurves } from '#src/search/scores/profile-curves';
import { findImages, type Brief } from '#src/search/search';

const ROUNDS = 10;
const SEARCHES = 24;
const WARMING_SEARCHES = 40;
const RESULTS = 10;
const CALL_TIMEOUT_MS = 10_000;
const IMAGE_ID = 'openmoji:1F415';

const RIGHT = ['happy dog', 'red apple', 'man with a hat', 'train station', 'heart', 'fire engine', 'rain'];

/** What a query asks of each step, and the query that asks nothing of it. */
const STEPS: readonly (readonly [step: string, asked: readonly string[], plain: readonly string[]])[] = [
  ['words spelled right', RIGHT, RIGHT],
  [
    'words spelled wrong',
    ['hapy dog', 'red aple', 'fire enginee'],
    ['happy dog', 'red apple', 'fire engine'],
  ],
  ['kinds', ['footwear', 'crustacean'], ['footwear', 'crustacean']],
  ['another language', ['perro feliz', 'manzana roja'], ['happy dog', 'red apple']],
  ['emoji', ['🐶', '🍎'], ['dog', 'apple']],
  ['a brief', ['happy dog, space on the left', 'red apple, black and white'], ['happy dog', 'red apple']],
];

type Way = readonly [name: string, search: (at: number) => Promise<unknown>];

/**
 * What each step of finding adds to a search without it, in turns within one run: the gateway's own search over the four
 * services, without HTTP and billing, and with no text vector cached.
 */
async function main(): Promise<void> {
  const bench = await startBenchStack();
  const { stages, close } = openStages(bench.stack.addresses);
  const plain = { ...stages, spelling: AS_WRITTEN };
  try {
    for (const [step, asked, without] of STEPS) {
      await compare(step, [
        [step, (at) => find({ query: of(asked, at), parseDesign: true }, stages)],
        ['without', (at) => find({ query: of(without, at) }, plain)],
      ]);
    }
    const image = await imageOf(bench);
    await compare('the same image first', [
      ['the same image first', () => find({ image }, stages)],
      ['without', () => find({ image }, { ...stages, encoder: withoutLikeness(stages.encoder) })],
    ]);
  } finally {
    close();
    await bench.close();
  }
}

async function compare(title: string, ways: readonly Way[]): Promise<void> {
  const measured: Measurement[] = [];
  for (const [, search] of ways) await measure('', { requests: WARMING_SEARCHES, clients: 1 }, search);
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const [name, search] of ways)
      measured.push(await measure(name, { requests: SEARCHES, clients: 1 }, search));
  }
  printMeasurements(title, measured);
}

function find(asked: Partial<Pick<Brief, 'query' | 'image' | 'parseDesign'>>, stages: SearchStages) {
  const brief: Brief = {
    query: null,
    image: null,
    parseDesign: false,
    k: RESULTS,
    filters: {},
    exact: false,
    languages: { stated: null, read: [] },
    minScore: 0,
    page: { place: undefined, requestHash: Buffer.alloc(0), now: new Date() },
    ...asked,
  };
  return findImages(brief, stages, detachedCall(CALL_TIMEOUT_MS));
}

/** As the gateway builds them. */
function openStages(addresses: BenchStack['stack']['addresses']): {
  stages: SearchStages;
  close: () => void;
} {
  const token = addresses.SERVICE_TOKEN;
  const embedding = createEmbeddingClient(addresses.EMBEDDING_ADDRESS, token);
  const retrieval = createRetrievalClient(addresses.RETRIEVAL_ADDRESS, token);
  const rights = createRightsClient(addresses.RIGHTS_ADDRESS, token);
  const reranker = createRerankerClient(addresses.RERANKER_ADDRESS, token);
  const logger = createLogger({ service: 'bench', level: 'error' });
  const stages: SearchStages = {
    encoder: createEncoder(embedding, NO_CACHE, new RecentImages()),
    recall: createRecall(retrieval),
    spelling: createSpellingChecker(retrieval),
    catalogue: createCatalogue(rights),
    reranker: createReranker(reranker),
    curves: createProfileCurves(embedding, logger),
    logger,
  };
  return {
    stages,
    close: () => {
      for (const client of [embedding, retrieval, rights, reranker]) client.close();
    },
  };
}

const NO_CACHE = {
  get: () => Promise.resolve(undefined),
  set: () => Promise.resolve(),
  close: () => Promise.resolve(),
};

const AS_WRITTEN: SearchStages['spelling'] = {
  check: (words) =>
    Promise.resolve({ words, corrections: [], translations: [], unmatched: [], didYouMean: null, kinds: [] }),
};

function withoutLikeness(encoder: SearchStages['encoder']): SearchStages['encoder'] {
  return {
    ...encoder,
    encodeImage: async (image, call) => {
      const embedding = { ...(await encoder.encodeImage(image, call)) };
      delete embedding.likeness;
      return embedding;
    },
  };
}

async function imageOf({ stack, key }: BenchStack): Promise<Uint8Array> {
  const response = await fetch(`${stack.gateway.baseUrl()}/v1/asset/direct/${IMAGE_ID}`, {
    headers: { 'X-API-Key': key },
  });
  if (!response.ok) throw new Error(`${IMAGE_ID} answered ${response.status}`);
  return new Uint8Array(await response.arrayBuffer());
}

function of<Value>(values: readonly Value[], at: number): Value {
  return values[at % values.length] as Value;
}

await main();
process.exit(0);
