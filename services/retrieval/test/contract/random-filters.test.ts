import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { FiltersInput, PointInput } from '@imagesearch/contracts/messages';
import { SIDES } from '@imagesearch/facets/facets';
import { describeOnIndexes } from '../support/engines.js';
import {
  by,
  call,
  point,
  type RetrievalFixture,
  startRetrieval,
  towards,
} from '../support/retrieval-fixture.js';
import { createRandom, type Random } from '@imagesearch/testkit/random';

const POINTS = 400;
const ROUNDS = 12;
const LICENSES = ['cc0', 'cc-by-4.0', 'inc', `o'neill "&" sons`];
const YEARS = ['1874', '1999', '2024'];
const TAGS = ['cat', 'dog', 'night sky'];
const SOURCES = ['flickr', 'met', '東京'];

describeOnIndexes('any combination of filters', (engine) => {
  let retrieval: RetrievalFixture;
  const images = drawImages(createRandom(11));

  beforeAll(async () => {
    retrieval = await startRetrieval(engine);
    await retrieval.upsert(...images);
    await retrieval.client.optimizeIndex({}, call());
  });
  afterAll(() => retrieval.close());

  test.each(Array.from({ length: ROUNDS }, (_, seed) => seed))(
    'answers what a plain reading of the rules answers, in every list (seed %i)',
    async (seed) => {
      for (let turn = 0; turn < 5; turn += 1) {
        const filters = drawFilters(createRandom(100 * seed + turn));
        const expected = images
          .filter((image) => satisfies(image, filters))
          .map(({ assetId }) => assetId)
          .toSorted();
        const request = { filters, limit: 1_000, listLimit: 1_000 };
        for (const list of [by({ image: towards(0) }), by({ caption: towards(0) }), { words: 'house' }]) {
          const ids = await retrieval.search({ ...request, ...list });
          expect({ filters, list, ids: ids.toSorted() }).toEqual({ filters, list, ids: expected });
        }
      }
    },
  );
});

type Bound = number | string | undefined;

/** The rules of the contract, written once more and as plainly as they can be. */
function satisfies(image: PointInput, filters: FiltersInput): boolean {
  const { signals, rights, source, aiGenerated, humanMade, created = '', tags = [] } = image;
  const within = (value: unknown, min: Bound, max: Bound): boolean =>
    (min === undefined && max === undefined) ||
    (typeof value === 'number' && value >= Number(min ?? -Infinity) && value <= Number(max ?? Infinity));
  const is = (value: boolean | undefined, wanted: boolean | undefined): boolean =>
    wanted === undefined || value === wanted;
  const among = (value: string | undefined, wanted: readonly string[] | undefined): boolean =>
    wanted === undefined || wanted.length === 0 || (value !== undefined && wanted.includes(value));
  const sides = filters.negSpaceAny ?? [];
  return (
    within(signals?.luminance, filters.luminanceMin, filters.luminanceMax) &&
    within(signals?.faces, filters.facesMin, filters.facesMax) &&
    within(signals?.aspect, filters.aspectMin, filters.aspectMax) &&
    is(signals?.monochrome, filters.monochrome) &&
    is(rights?.commercial, filters.commercial) &&
    is(rights?.derivatives, filters.derivatives) &&
    is(rights?.attributionRequired, filters.attributionRequired) &&
    is(rights?.shareAlike, filters.shareAlike) &&
    is(aiGenerated, filters.aiGenerated) &&
    is(humanMade, filters.humanMade) &&
    (filters.createdFrom === undefined || created >= filters.createdFrom) &&
    (filters.createdTo === undefined || (created !== '' && created <= filters.createdTo)) &&
    (filters.tagsAll ?? []).every((tag) => tags.includes(tag)) &&
    (filters.tagsAny === undefined ||
      filters.tagsAny.length === 0 ||
      filters.tagsAny.some((tag) => tags.includes(tag))) &&
    among(rights?.license, filters.licenseAny) &&
    among(source, filters.sourceAny) &&
    (sides.length === 0 || sides.some((side) => signals?.negSpace?.includes(side)))
  );
}

function drawImages(random: Random): PointInput[] {
  return Array.from({ length: POINTS }, (_, position) =>
    point(`a:${position}`, {
      title: 'House',
      image: towards((position * 90) / POINTS),
      caption: towards((position * 90) / POINTS),
      source: random.oneOf(SOURCES),
      aiGenerated: random.isTrue(0.3),
      ...random.maybe('humanMade', () => random.isTrue(0.5)),
      ...random.maybe('created', () => random.oneOf(YEARS)),
      tags: TAGS.filter(() => random.isTrue(0.4)),
      signals: {
        ...random.maybe('luminance', () => random.below(5) / 4),
        ...random.maybe('faces', () => random.below(4)),
        ...random.maybe('aspect', () => 0.5 + random.below(4) / 2),
        ...random.maybe('monochrome', () => random.isTrue(0.5)),
        negSpace: SIDES.filter(() => random.isTrue(0.25)),
      },
      rights: {
        ...random.maybe('license', () => random.oneOf(LICENSES)),
        ...random.maybe('commercial', () => random.isTrue(0.5)),
        ...random.maybe('derivatives', () => random.isTrue(0.5)),
        ...random.maybe('attributionRequired', () => random.isTrue(0.5)),
        ...random.maybe('shareAlike', () => random.isTrue(0.5)),
      },
    }),
  );
}

/** One to three constraints, whose bounds lie on values that images have. */
function drawFilters(random: Random): FiltersInput {
  const constraints: (() => FiltersInput)[] = [
    () => ({ luminanceMin: random.below(3) / 4 }),
    () => ({ luminanceMin: 0.25, luminanceMax: (2 + random.below(3)) / 4 }),
    () => ({ facesMin: random.below(2) }),
    () => ({ facesMax: 1 + random.below(2) }),
    () => ({ aspectMin: 1, aspectMax: 1 + random.below(3) / 2 }),
    () => ({ monochrome: random.isTrue(0.5) }),
    () => ({ commercial: random.isTrue(0.5) }),
    () => ({ derivatives: random.isTrue(0.5) }),
    () => ({ attributionRequired: random.isTrue(0.5) }),
    () => ({ shareAlike: random.isTrue(0.5) }),
    () => ({ aiGenerated: random.isTrue(0.5) }),
    () => ({ humanMade: random.isTrue(0.5) }),
    () => ({ createdFrom: random.oneOf(YEARS) }),
    () => ({ createdTo: random.oneOf(YEARS) }),
    () => ({ tagsAny: TAGS.filter(() => random.isTrue(0.5)) }),
    () => ({ tagsAll: TAGS.filter(() => random.isTrue(0.5)) }),
    () => ({ licenseAny: LICENSES.filter(() => random.isTrue(0.5)) }),
    () => ({ sourceAny: SOURCES.filter(() => random.isTrue(0.5)) }),
    () => ({ negSpaceAny: SIDES.filter(() => random.isTrue(0.5)) }),
  ];
  const drawn = Array.from({ length: 1 + random.below(3) }, () => random.oneOf(constraints)());
  return Object.assign({}, ...drawn) as FiltersInput;
}
