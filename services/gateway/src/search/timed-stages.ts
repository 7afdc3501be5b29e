import { within, type CallContext } from '@imagesearch/service-kit/call-context';
import type { Candidate, HydratedCandidate } from './candidate.js';
import type { Designing } from './design/find-designed.js';
import { localFeaturesOf } from './encode.js';
import { Hydration, type Living } from './hydrate.js';
import type { RecallQuery, SearchStages, WordsAsked } from './ports.js';
import { NO_PARTS, recallImage } from './recall-image.js';
import { scoreTexts } from './rerank.js';
import type { StageTimer } from './stage-timer.js';
import { hasTimeToRelax, RECALL_TIMEOUT_MS } from './timeouts.js';

export interface SearchedFor extends WordsAsked {
  vectors: Pick<RecallQuery, 'text' | 'image'>;
  /** The caller's image. */
  image: Uint8Array | null;
  excluded: readonly string[];
  /** Candidates of a recall. */
  limit: number;
  /** Images of the answer, those of its earlier pages included. */
  wanted: number;
}

/** Loads what an answer shows of candidates, without the withdrawn ones. */
export interface Hydrating {
  hydrate: (candidates: readonly Candidate[]) => Promise<HydratedCandidate[]>;
}

/** The stages after encoding, for one search: each within its time, and timed. */
export function timedStages(
  { words, kinds, vectors, image, excluded, limit, wanted }: SearchedFor,
  stages: SearchStages,
  { timer, call }: { timer: StageTimer; call: CallContext },
): Designing & Hydrating {
  const { recall } = stages;
  const hydration = new Hydration(stages.catalogue, call);
  const living = (candidates: readonly Candidate[]) =>
    timer.time('hydrate', () => hydration.living(candidates));
  const retrieve = <Value>(work: (limited: CallContext) => Promise<Value>): Promise<Value> =>
    timer.time('retrieve', () => work(within(call, RECALL_TIMEOUT_MS)));
  const describe = (bytes: Uint8Array) => timer.time('encode', () => localFeaturesOf(bytes, stages, call));
  return {
    recall: async (filters) => {
      const query = { words, kinds, ...vectors, filters, excluded, limit };
      const recallBy = (parts: typeof NO_PARTS) =>
        retrieve((limited) => recall.search({ ...query, ...parts }, limited));
      const { candidates, backend } = await (image !== null && words.trim() === ''
        ? recallImage(recallBy, () => describe(image))
        : recallBy(NO_PARTS));
      return { candidates: await withoutWithdrawn(candidates, wanted, living), backend };
    },
    count: (filterSets) => {
      const query = { filterSets, excluded, words: wordsToCount(words, vectors) };
      return retrieve((limited) => recall.count(query, limited));
    },
    hasTime: () => hasTimeToRelax(call),
    living,
    hydrate: (candidates) => timer.time('hydrate', () => hydration.hydrate(candidates)),
    scoreTexts: async (candidates) => {
      const texts = await hydration.texts(candidates);
      return timer.time('rerank', () => scoreTexts({ words, kinds }, { candidates, texts }, stages, call));
    },
  };
}

/**
 * A pool that may leave an answer short counts only what an answer can show. Of a longer one only what is shown is asked for,
 * and the next ranks take the place of what was withdrawn since it was indexed.
 */
export async function withoutWithdrawn(
  candidates: Candidate[],
  wanted: number,
  living: (candidates: readonly Candidate[]) => Promise<Living[]>,
): Promise<Candidate[]> {
  if (candidates.length >= wanted + WITHDRAWN_MAX) return candidates;
  return (await living(candidates)).map(({ candidate }) => candidate);
}

/** Withdrawn images leave the index within a moment: more of them in one pool only make its answer shorter. */
const WITHDRAWN_MAX = 20;

/** The pool is this many times the answer, so that the reranker has something to choose from … */
const POOL_PER_RESULT = 3;
/** … and never so small that a good image in the second list is lost, nor so large that hydration dominates. */
const POOL_MIN = 100;
const POOL_MAX = 300;

export function poolSizeFor(k: number): number {
  return Math.min(POOL_MAX, Math.max(POOL_MIN, k * POOL_PER_RESULT));
}

/** A vector is near every image, so that filters alone decide how many there are; words alone match some. */
function wordsToCount(words: string, { text, image }: Pick<RecallQuery, 'text' | 'image'>): string {
  return text === undefined && image === undefined ? words : '';
}
