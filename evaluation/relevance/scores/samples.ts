import { findImages, type Brief } from '@imagesearch/gateway/search/search';
import type { HydratedCandidate } from '@imagesearch/gateway/search/candidate';
import type { SearchStages } from '@imagesearch/gateway/search/result';
import { cosineFeatures, withFloors } from '@imagesearch/gateway/search/scores';
import { detachedCall } from '@imagesearch/service-kit/call-context';
import type { SourceItem } from '@imagesearch/ingest/sources/source';
import { isTuningQuery, readLines, type LabelledQuery } from '../judgements.js';
import type { Sample } from './fit-curve.js';

/** The largest answer for which the pool has its smallest size, as for a page of ten. */
const RESULTS = 33;
const CALL_TIMEOUT_MS = 60_000;
/** A seed needs enough of its kind to be found. */
const SUBGROUP_MIN = 6;
/** Every fourth image is a seed: enough, and a fit stays a matter of minutes. */
const SEED_STEP = 4;
/** Spreads the seeds over a subgroup. */
const SEED_STRIDE = 37;

/** A sample of either half; one half is fitted, and the other one checks the fit. */
export interface HalvedSample extends Sample {
  isTuning: boolean;
}

export type Search = (asked: { query?: string; image?: string }) => Promise<HydratedCandidate[]>;

/** The gateway's own search; an image is named by its asset id. */
export function searchOf(stages: SearchStages): Search {
  return async ({ query = null, image }) => {
    const brief: Brief = {
      query,
      image: image === undefined ? null : Buffer.from(image),
      seed: null,
      k: RESULTS,
      filters: {},
      within: {},
      parseDesign: false,
      exact: true,
      use: undefined,
      usableOnly: false,
      languages: { stated: null, read: [] },
      minScore: 0,
      sort: null,
      counted: [],
      page: { place: undefined, requestHash: () => Buffer.alloc(0), now: new Date() },
    };
    const { results, facts } = await findImages(brief, stages, detachedCall(CALL_TIMEOUT_MS));
    if (facts.ranking === 'degraded')
      throw new Error('The search was degraded: this would measure another system.');
    return withFloors(results);
  };
}

/** Results of the labelled queries and of those without an answer. */
export async function wordSamples(
  labelled: readonly LabelledQuery[],
  search: Search,
): Promise<HalvedSample[]> {
  const unanswered = readLines<string>('scores/no-answer.jsonl').map((query) => ({
    query,
    grades: new Map<string, number>(),
  }));
  return collect([...labelled, ...unanswered], async (query) => {
    const results = await search({ query: query.query });
    return results.map(({ assetId, rerankScore = 0, similarities: { caption = 0 } }) => ({
      features: { rerank: rerankScore, ...cosineFeatures('caption', caption) },
      isRelevant: query.grades.has(assetId),
      isTuning: isTuningQuery(query),
    }));
  });
}

/** Neighbours of images of the collection; one of the same subgroup is relevant, and so is the image itself. */
export async function imageSamples(items: readonly SourceItem[], search: Search): Promise<HalvedSample[]> {
  const subgroupOf = subgroups(items);
  return collect(seedsOf(items), async (seed, at) => {
    const results = await search({ image: seed.assetId });
    return results.map(({ assetId, similarities: { image = 0 } }) => ({
      features: cosineFeatures('image', image),
      isRelevant: subgroupOf.get(assetId) === seed.description,
      isTuning: at % 2 === 0,
    }));
  });
}

/**
 * The labelled queries, each with an image of the subgroup of an image that answers it, and with one of another subgroup.
 * An image is relevant when it answers the words and lies in the subgroup of the image.
 */
export async function bothSamples(
  labelled: readonly LabelledQuery[],
  items: readonly SourceItem[],
  search: Search,
  featuresOf: (candidate: HydratedCandidate) => Record<string, number>,
): Promise<HalvedSample[]> {
  const subgroupOf = subgroups(items);
  const asked = labelled.flatMap((query, at) => {
    const [wanted = ''] = query.grades.keys();
    const kin = items.filter(({ description }) => description === subgroupOf.get(wanted));
    const others = items.filter(({ description }) => description !== subgroupOf.get(wanted));
    return [kin, others].flatMap((of) => {
      const seed = of[(at * SEED_STRIDE) % Math.max(1, of.length)];
      return seed === undefined ? [] : [{ query, seed }];
    });
  });
  return collect(asked, async ({ query, seed }) => {
    const results = await search({ image: seed.assetId, query: query.query });
    return results.map((candidate) => ({
      features: featuresOf(candidate),
      isRelevant:
        query.grades.has(candidate.assetId) && subgroupOf.get(candidate.assetId) === seed.description,
      isTuning: isTuningQuery(query),
    }));
  });
}

/** Images whose subgroup is large enough, some of each. OpenMoji's group and subgroup are an item's description. */
function seedsOf(items: readonly SourceItem[]): SourceItem[] {
  const sizes = new Map<string, number>();
  for (const { description } of items) sizes.set(description, (sizes.get(description) ?? 0) + 1);
  return items.filter(
    ({ description }, at) => at % SEED_STEP === 0 && (sizes.get(description) ?? 0) >= SUBGROUP_MIN,
  );
}

function subgroups(items: readonly SourceItem[]): ReadonlyMap<string, string> {
  return new Map(items.map(({ assetId, description }) => [assetId, description]));
}

async function collect<From>(
  sources: readonly From[],
  samplesOf: (source: From, at: number) => Promise<HalvedSample[]>,
): Promise<HalvedSample[]> {
  const samples: HalvedSample[] = [];
  for (const [at, source] of sources.entries()) samples.push(...(await samplesOf(source, at)));
  return samples;
}
