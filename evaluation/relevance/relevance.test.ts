import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { openOpenMoji } from '@imagesearch/ingest/sources/openmoji';
import { detachedCall } from '@imagesearch/service-kit/call-context';
import {
  readForeign,
  readImagesWithWords,
  readMisspelt,
  readQueries,
  readUntouchedWords,
} from './judgements.js';
import { mean, type Quality } from './metrics.js';
import { captionedPoints, startProductStack, type ProductStack } from './product-stack.js';
import { measure, systemsOf, type Qualities } from './systems.js';

/** A little below what docs/benchmarks/relevance.md states, so that only a loss fails. */
const FLOORS: Quality = { ndcg: 0.89, recall: 0.86 };

/** The same for what a person does, without the name of the thing. */
const SITUATIONS_NDCG_MIN = 0.58;
/** The same for queries that are spelled wrong. */
const MISSPELT_NDCG_MIN = 0.8;
const SPELLING_GAIN_MIN = 0.5;
const UNTOUCHED_WORDS_MIN = 400;
/** Of words in other languages, without a word on the language and with what the browser says. */
const FOREIGN_NDCG_MIN = 0.8;
const FOREIGN_READ_NDCG_MIN = 0.89;
const CALL_TIMEOUT_MS = 20_000;

let stack: ProductStack;
type System = keyof ReturnType<typeof systemsOf>;
let qualities: Qualities<System>;

/**
 * The whole product over the captions of the whole collection. Only the images' pixels are left out, because no search
 * by words reads them.
 */
beforeAll(async () => {
  stack = await startProductStack();
  await stack.write(await captionedPoints([...openOpenMoji().entries()], stack));
  qualities = await measure(readQueries(), systemsOf(stack.clients, stack.product));
}, 300_000);

afterAll(() => stack.close());

const total = (system: System, name: keyof Quality): number =>
  mean(qualities[system].map((quality) => quality[name]));

const check = (words: string) =>
  stack.clients.retrieval.checkSpelling({ words }, detachedCall(CALL_TIMEOUT_MS));

describe('spelling', () => {
  test('queries that are spelled wrong find what was meant', async () => {
    const { corrected, exact } = await measure(readMisspelt(), {
      corrected: ({ query }) => stack.product({ query }),
      exact: ({ query }) => stack.product({ query, exact: true }),
    });
    const ndcg = mean(corrected.map((quality) => quality.ndcg));
    expect(ndcg).toBeGreaterThanOrEqual(MISSPELT_NDCG_MIN);
    expect(ndcg).toBeGreaterThan(mean(exact.map((quality) => quality.ndcg)) + SPELLING_GAIN_MIN);
  });

  test('queries that are spelled right are not touched', async () => {
    for (const { query } of readQueries()) {
      expect(await check(query)).toMatchObject({ words: query, corrections: [], didYouMean: '' });
    }
  });

  test('names, brands, modern and invented words are not touched', async () => {
    const words = readUntouchedWords();
    expect(words.length).toBeGreaterThanOrEqual(UNTOUCHED_WORDS_MIN);
    const touched: string[] = [];
    for (const word of words) {
      const { corrections, translations } = await check(word);
      touched.push(...[...corrections, ...translations].map(({ from, to }) => `${from} → ${to}`));
    }
    expect(touched).toEqual([]);
  });
});

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

test('words of other languages find what the English ones find, and more when the reader reads the language', async () => {
  const queries = readForeign();
  const found = await measure(queries, {
    unsaid: ({ query }) => stack.product({ query }),
    read: ({ query, kind }) => stack.product({ query, reads: `${kind},en;q=0.5` }),
  });
  const ndcgOf = (system: keyof typeof found) => mean(found[system].map(({ ndcg }) => ndcg));
  expect(ndcgOf('unsaid')).toBeGreaterThanOrEqual(FOREIGN_NDCG_MIN);
  expect(ndcgOf('read')).toBeGreaterThanOrEqual(FOREIGN_READ_NDCG_MIN);
});

test('what a person does finds a thing for it', async () => {
  const { found } = await measure(readQueries('situations'), {
    found: ({ query }) => stack.product({ query }),
  });
  expect(mean(found.map((quality) => quality.ndcg))).toBeGreaterThanOrEqual(SITUATIONS_NDCG_MIN);
});

test('the labelled searches by image and words name images of the collection', () => {
  const ids = new Set(
    openOpenMoji()
      .entries()
      .map(({ assetId }) => assetId),
  );
  const labelled = readImagesWithWords();
  expect(labelled.length).toBeGreaterThan(0);
  for (const { image, wanted } of labelled) for (const id of [image, ...wanted]) expect(ids).toContain(id);
});
