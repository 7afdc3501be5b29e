import { writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { HydratedCandidate } from '@imagesearch/gateway/search/candidate';
import {
  cosineFeatures,
  logitOf,
  scoreOn,
  type ScoreCurve,
} from '@imagesearch/gateway/search/scores/score-curves';
import { readQueries } from '../judgements.js';

import { embedCollection, type EmbeddedItem } from '../uncaptioned/collection.js';
import { openLite, type Lite } from '../uncaptioned/lite.js';
import { fitCurve } from './fit-curve.js';
import { reliability } from './reliability.js';
import {
  bothSamples,
  imageSamples,
  searchOf,
  wordSamples,
  type HalvedSample,
  type Search,
} from './samples.js';
import { startSearchServices, type Encode, type SearchServices } from './search-services.js';

const REPOSITORY = join(import.meta.dirname, '../../../..');
const JUDGEMENTS = join(REPOSITORY, 'evaluation/relevance');
const FILE = join(REPOSITORY, 'packages/lite-models/data/score-curves.json');

/** `pnpm relevance fit-scores`: fits the score curves of `lite` on OpenMoji, and prints how well they hold on the other half. */
async function fit(): Promise<void> {
  const lite = await openLite();
  const embedded = await embedCollection(lite);
  const services = await startSearchServices(dirname(lite.profile.dir));
  try {
    const search = await searchOver(embedded, lite, services);
    const labelled = readQueries(JUDGEMENTS);
    const words = await wordSamples(labelled, search);
    const wordsReranked = fitted('words_reranked', words, ['rerank', 'caption', 'caption_z']);
    const wordsAlone = fitted('words', words, ['caption', 'caption_z']);
    const image = fitted('image', await imageSamples(embedded, search), ['image', 'image_z']);
    const logits = (candidate: HydratedCandidate) => logitsOf(candidate, wordsReranked, image);
    const both = fitted('both', await bothSamples(labelled, embedded, search, logits), ['words', 'image']);
    const curves = { words_reranked: wordsReranked, words: wordsAlone, image, both };
    const source =
      'OpenMoji 17.0.0: fitted on its images, captions and labelled queries, and holding none of them';
    await writeFile(FILE, `${JSON.stringify({ source, licence: 'CC BY-SA 4.0', curves }, null, 2)}\n`);
    console.log(`\nWritten to ${FILE}. The next start of the embedding service uses it.`);
  } finally {
    await services.close();
  }
}

async function searchOver(
  embedded: readonly EmbeddedItem[],
  { words, profile }: Lite,
  services: SearchServices,
): Promise<Search> {
  const { fingerprint } = profile;
  const images = new Map(embedded.map(({ item, image }) => [item.assetId, image]));
  const encode: Encode = (text) =>
    Promise.resolve({ values: [...(words.embedText(text) ?? [])], fingerprint });
  const encodeImage: Encode = (id) => Promise.resolve({ values: [...(images.get(id) ?? [])], fingerprint });
  const points = embedded.map(({ item, image, caption }) => ({
    assetId: item.assetId,
    contentVersion: item.sourceVersion,
    image: { values: [...image] },
    caption: caption === undefined ? null : { values: [...caption] },
    title: item.title,
    tags: item.tags,
    description: item.description,
    source: 'openmoji',
  }));
  await services.write(fingerprint, points);
  const catalogue = embedded.map(({ item }) => item);
  return searchOf(services.stages(catalogue, encode, encodeImage));
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
    `\n${name}: ${JSON.stringify(curve)}; of one half: ${JSON.stringify(half)}\n\n${reliability(held, half)}`,
  );
  return curve;
}

await fit();
process.exit(0);
