import { writeFile } from 'node:fs/promises';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { HydratedCandidate } from '@imagesearch/gateway/search/candidate';
import { cosineFeatures, logitOf, scoreOn, type ScoreCurve } from '@imagesearch/gateway/search/scores';
import { createLoadImage } from '@imagesearch/ingest/pipeline/load-image';
import { openOpenMoji } from '@imagesearch/ingest/sources/openmoji';
import type { SourceItem } from '@imagesearch/ingest/sources/source';
import { detachedCall } from '@imagesearch/service-kit/call-context';
import { mapConcurrently } from '@imagesearch/service-kit/resilience/semaphore';
import { readQueries } from '../judgements.js';

import { captionedPoints, withLite, type Model } from '../embedded.js';
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
import { startSearchServices, type EncodeText, type SearchServices } from './search-services.js';

const IMAGES_AT_ONCE = 8;
const EMBED_TIMEOUT_MS = 60_000;
const REPOSITORY = join(import.meta.dirname, '../../../..');
const JUDGEMENTS = join(REPOSITORY, 'evaluation/relevance');
const FILE = join(REPOSITORY, 'packages/models/lite/manifest.json');

/** `npm run relevance -- fit-scores`: fits the score curves of `lite` on OpenMoji, and prints how well they hold on the other half. */
async function fit(items: readonly SourceItem[], files: readonly Buffer[], model: Model): Promise<void> {
  const services = await startSearchServices();
  try {
    const search = await searchOver(items, files, model, services);
    const labelled = readQueries(JUDGEMENTS);
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
  } finally {
    await services.close();
  }
}

async function searchOver(
  items: readonly SourceItem[],
  files: readonly Buffer[],
  model: Model,
  services: SearchServices,
): Promise<Search> {
  const { embedding, fingerprint } = model;
  const images = new Map<string, number[]>();
  await mapConcurrently([...items.entries()], IMAGES_AT_ONCE, async ([at, { assetId }]) => {
    const image = files[at] ?? Buffer.alloc(0);
    const { vector } = await embedding.embedImage({ image }, detachedCall(EMBED_TIMEOUT_MS));
    images.set(assetId, vector?.values ?? []);
  });
  const points = await captionedPoints(items, model);
  await services.write(
    model,
    points.map((point) => ({ ...point, image: { values: images.get(point.assetId ?? '') ?? [] } })),
  );
  const encodeText: EncodeText = async (text) => {
    const { vectors, sightVectors } = await embedding.embedTexts(
      { texts: [text] },
      detachedCall(EMBED_TIMEOUT_MS),
    );
    const sight = sightVectors[0]?.values ?? [];
    return { values: vectors[0]?.values ?? [], sight, fingerprint, crossModal: false, englishOnly: true };
  };
  const encodeImage = (id: string) => Promise.resolve({ values: images.get(id) ?? [], fingerprint });
  return searchOf(services.stages(items, encodeText, encodeImage));
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
const items = openOpenMoji().entries();
const files = await mapConcurrently(items, IMAGES_AT_ONCE, ({ image }) =>
  load(image, new AbortController().signal),
);
await withLite((model) => fit(items, files, model));
process.exit(0);
