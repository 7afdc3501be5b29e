import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createRerankerClient } from '@imagesearch/contracts/clients';
import { createCatalogue } from '@imagesearch/gateway/assets/asset';
import type { HydratedCandidate } from '@imagesearch/gateway/search/candidate';
import { createRerank } from '@imagesearch/gateway/search/rerank';
import { createSearchIndex } from '@imagesearch/gateway/search/retrieve';
import { cosineFeatures, logitOf, scoreOn, type ScoreCurve } from '@imagesearch/gateway/search/scores';
import { createLoadImage } from '@imagesearch/ingest/pipeline/load-image';
import { openOpenMoji } from '@imagesearch/ingest/sources/openmoji';
import { detachedCall } from '@imagesearch/service-kit/call-context';
import { createLogger } from '@imagesearch/service-kit/logging';
import { mapConcurrently } from '@imagesearch/service-kit/resilience/semaphore';
import { readQueries } from '../judgements.js';
import { captionedPoints, startProductStack, type ProductStack } from '../product-stack.js';
import { fitCurve } from './fit-curve.js';
import { reliability, strongLine } from './reliability.js';
import {
  bothSamples,
  imageSamples,
  searchOf,
  wordSamples,
  type HalvedSample,
  type Search,
} from './samples.js';

const IMAGES_AT_ONCE = 8;
const EMBED_TIMEOUT_MS = 60_000;
const RERANK_TIMEOUT_MS = 30_000;
const FILE = join(import.meta.dirname, '../../../packages/models/lite/manifest.json');

/** `npm run relevance -- fit-scores`: fits the score curves of `lite` on OpenMoji, and prints how well they hold on the other half. */
async function fit(search: Search): Promise<void> {
  const labelled = readQueries();
  const words = await wordSamples(labelled, search);
  const wordsReranked = fitted('words_reranked', words, ['rerank', 'caption', 'caption_z']);
  const wordsAlone = fitted('words', words, ['caption', 'caption_z']);
  const image = fitted('image', await imageSamples(items, search), ['image', 'image_z']);
  const logits = (candidate: HydratedCandidate) => logitsOf(candidate, wordsReranked, image);
  const both = fitted('both', await bothSamples(labelled, items, search, logits), ['words', 'image']);
  const manifest = JSON.parse(await readFile(FILE, 'utf8')) as { scoreCurves: object };
  const scoreCurves = {
    ...manifest.scoreCurves,
    words_reranked: wordsReranked,
    words: wordsAlone,
    image,
    both,
  };
  await writeFile(FILE, `${JSON.stringify({ ...manifest, scoreCurves }, null, 2)}\n`);
  console.log(`\nWritten to ${FILE}. The next start of the embedding service uses it.`);
}

/** The gateway's own search over the images. An image is named by the text in its bytes; scores are not calibrated. */
async function searchOver(stack: ProductStack): Promise<Search> {
  const { clients, model } = stack;
  const { fingerprint } = model;
  const vectors = new Map<string, number[]>();
  await mapConcurrently([...items.entries()], IMAGES_AT_ONCE, async ([at, { assetId }]) => {
    const request = { image: files[at] ?? Buffer.alloc(0) };
    const { vector } = await clients.embedding.embedImage(request, detachedCall(EMBED_TIMEOUT_MS));
    vectors.set(assetId, vector?.values ?? []);
  });
  const points = await captionedPoints(items, stack);
  await stack.write(
    points.map((point) => ({ ...point, image: { values: vectors.get(point.assetId ?? '') ?? [] } })),
  );
  const { RERANKER_ADDRESS, SERVICE_TOKEN } = stack.running.stack.addresses;
  const logger = createLogger({ service: 'relevance', level: 'silent' });
  const events = { rerankEnded: () => undefined, rerankerCircuitChanged: () => undefined };
  return searchOf({
    encoder: {
      encodeText: async (text, call) => {
        const answer = await clients.embedding.embedTexts({ texts: [text] }, call);
        const [values = [], sight = []] = [answer.vectors, answer.sightVectors].map(
          ([first]) => first?.values,
        );
        const sightWeight = Math.hypot(...sight);
        const seen = sight.map((value) => value / sightWeight);
        return { values, sight: seen, sightWeight, fingerprint, crossModal: false, englishOnly: true };
      },
      encodeImage: (bytes) =>
        Promise.resolve({ values: vectors.get(Buffer.from(bytes).toString()) ?? [], fingerprint }),
      localFeatures: () => Promise.resolve([]),
      forget: () => undefined,
    },
    searchIndex: createSearchIndex(clients.retrieval),
    spell: (words) =>
      Promise.resolve({ words, corrections: [], unmatched: [], did_you_mean: null, translations: [] }),
    catalogue: createCatalogue(clients.rights),
    rerank: createRerank(createRerankerClient(RERANKER_ADDRESS, SERVICE_TOKEN), {
      ...{ timeoutMs: RERANK_TIMEOUT_MS, failuresMax: 3, pauseMs: 0 },
      ...{ events, logger },
    }),
    curves: () => Promise.resolve({}),
    reportStale: () => undefined,
    logger,
  });
}

/** The features of the curve `both`. */
function logitsOf(
  { rerankScore = 0, similarities: { caption = 0, image = -1 } }: HydratedCandidate,
  wordsCurve: ScoreCurve,
  imageCurve: ScoreCurve,
): Record<string, number> {
  return {
    words: logitOf(scoreOn(wordsCurve, { rerank: rerankScore, ...cosineFeatures('caption', caption) })),
    image: logitOf(scoreOn(imageCurve, cosineFeatures('image', image))),
  };
}

/** Fitted on everything; how well a fit on one half holds on the other one is printed. */
function fitted(name: string, samples: readonly HalvedSample[], features: readonly string[]): ScoreCurve {
  const half = fitCurve(
    samples.filter(({ isTuning }) => isTuning),
    features,
  );
  const curve = fitCurve(samples, features);
  const held = samples.filter(({ isTuning }) => !isTuning);
  console.log(
    `\n${name}: ${JSON.stringify(curve)}; of one half: ${JSON.stringify(half)}\n\n${reliability(held, half)}\n\n${strongLine(samples, half)}`,
  );
  return curve;
}

// Before the embedding service starts, which blocks the loader of drawings in its process.
const load = createLoadImage({ userAgent: '' });
const items = [...openOpenMoji().entries()];
const files = await mapConcurrently(items, IMAGES_AT_ONCE, ({ image }) =>
  load(image, new AbortController().signal),
);
const stack = await startProductStack();
try {
  await fit(await searchOver(stack));
} finally {
  await stack.close();
}
