import { within, type CallContext } from '@imagesearch/service-kit/call-context';
import type { Designing } from './design/find-designed.js';
import { hydrate } from './hydrate.js';
import type { RecallQuery, SearchStages, WordsAsked } from './ports.js';
import { scoreTexts } from './rerank.js';
import type { StageTimer } from './stage-timer.js';
import { hasTimeToRelax, RECALL_TIMEOUT_MS } from './timeouts.js';

export interface SearchedFor extends WordsAsked {
  vectors: Pick<RecallQuery, 'text' | 'image'>;
  excluded: readonly string[];
  /** Candidates of a recall. */
  limit: number;
}

/** The stages after encoding, for one search: each within its time, and timed. */
export function timedStages(
  { words, kinds, vectors, excluded, limit }: SearchedFor,
  stages: SearchStages,
  { timer, call }: { timer: StageTimer; call: CallContext },
): Designing {
  const { recall, catalogue } = stages;
  const retrieve = <Value>(work: (limited: CallContext) => Promise<Value>): Promise<Value> =>
    timer.time('retrieve', () => work(within(call, RECALL_TIMEOUT_MS)));
  return {
    recall: async (filters) => {
      const query = { words, kinds, ...vectors, filters, excluded, limit };
      const { candidates, backend } = await retrieve((limited) => recall.search(query, limited));
      return { candidates: await timer.time('hydrate', () => hydrate(candidates, catalogue, call)), backend };
    },
    count: (filterSets) => {
      const query = { filterSets, excluded, words: wordsToCount(words, vectors) };
      return retrieve((limited) => recall.count(query, limited));
    },
    hasTime: () => hasTimeToRelax(call),
    scoreTexts: (candidates) =>
      timer.time('rerank', () => scoreTexts({ words, kinds }, candidates, stages, call)),
  };
}

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
