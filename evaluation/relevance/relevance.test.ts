import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { SourceItem } from '@imagesearch/ingest/sources/source';
import { openOpenMoji } from '@imagesearch/ingest/sources/openmoji';
import { captionOf } from '@imagesearch/ingest/pipeline/embed-asset';
import { ensureLiteProfile } from '@imagesearch/lite-models/lite-profile';
import { loadWordVectors } from '@imagesearch/models/word-vectors';
import { testModelDir } from '@imagesearch/testkit/neural/lite-profile';
import { readQueries } from './judgements.js';
import { mean, type Quality } from './metrics.js';
import { startSearchServices, type SearchServices } from './search-services.js';
import { measure, retrievalSystems, type Encode, type Qualities, type System } from './systems.js';

/** A little below what docs/relevance.md states, so that only a loss fails. */
const FLOORS: Quality = { ndcg: 0.85, recall: 0.83 };

let services: SearchServices;
let qualities: Qualities;

/**
 * The whole collection as far as its texts go: real captions, words, services and index. Only the images' pixels are
 * left out, because nothing that is measured here looks at them.
 */
beforeAll(async () => {
  const { fingerprint, files } = await ensureLiteProfile({ modelDir: testModelDir() });
  const words = await loadWordVectors(files.wordVectors);
  const encode: Encode = (text) =>
    Promise.resolve({ values: [...(words.embedText(text) ?? [])], fingerprint });

  services = await startSearchServices(testModelDir());
  const items = openOpenMoji().entries();
  await index(items, encode, words.dimensions);
  qualities = await measure(readQueries(import.meta.dirname), {
    ...retrievalSystems(services.retrieval, encode),
    'fused + reranked': services.product(items, encode),
  });
}, 300_000);

afterAll(() => services.close());

async function index(items: readonly SourceItem[], encode: Encode, dimensions: number): Promise<void> {
  // One and the same for every image: no search here asks for it.
  const image = { values: Array.from({ length: dimensions }, (_, at) => (at === 0 ? 1 : 0)) };
  const encoded = await Promise.all(
    items.map(async (item) => ({ item, caption: await encode(captionOf(item)) })),
  );
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
  await services.write(encoded[0]?.caption.fingerprint ?? '', points);
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
