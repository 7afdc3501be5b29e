import {
  DEFAULT_FILTERS,
  filtersOn,
  RELAX_ORDER,
  type FilterName,
  type Filters,
} from '@imagesearch/facets/filters';
import type { Candidate } from '../candidate.js';
import type { Living } from '../hydrate.js';
import { inRetrievalOrder, orderPool, type RankedPool, type TextScores } from '../rerank.js';
import type { Pool, Relaxing, SearchFilters } from '../relax.js';
import { preferWishes } from './prefer-wishes.js';
import { answersWords } from './subject.js';
import type { Wish } from './wishes.js';

export interface DesignedBrief {
  filters: SearchFilters;
  /** What the brief asks for besides its subject; never empty. */
  wishes: readonly Wish[];
  k: number;
}

export interface Designing extends Relaxing {
  scoreTexts: (candidates: readonly Candidate[]) => Promise<TextScores | undefined>;
  /** Those that are not withdrawn, with what decides which wishes they meet. */
  living: (candidates: readonly Candidate[]) => Promise<Living[]>;
}

export interface DesignedPool {
  ranked: RankedPool;
  backend: Pool['backend'];
  /** Inferred and default filters that not every result meets. */
  relaxed: FilterName[];
}

/**
 * Finds the subject of a brief in the look that it asks for. The inferred filters hold while enough of what they leave
 * answers the words about as well as what is found without them; otherwise they become preferences. Two recalls at most, and
 * one count when the filters leave too little.
 */
export async function findDesigned(brief: DesignedBrief, stages: Designing): Promise<DesignedPool> {
  const { filters, wishes, k } = brief;
  const all: Filters = { ...filters.relaxable, ...filters.explicit };
  const strict = await stages.recall(all);
  const open = stages.hasTime() ? await recallOpen(brief, strict, all, stages) : undefined;
  const head = union(
    strict.candidates.slice(0, HEAD),
    open?.pool.candidates.slice(0, Math.max(k, HEAD_OPEN)),
  );
  const { backend } = strict;
  if (head.length === 0) return { ranked: inRetrievalOrder([]), backend, relaxed: [] };
  const scores = await stages.scoreTexts(head);
  const met = wishes.flatMap((wish) => wish.filters);
  if (open === undefined || isEnough(strict, open.pool, scores?.byId, k)) {
    const ranked = orderPool(strict.candidates, scores);
    const candidates = ranked.candidates.map((candidate) => ({ ...candidate, designMet: met }));
    return { ranked: { ...ranked, candidates }, backend, relaxed: [] };
  }
  const ranked = orderPool(joined(open.pool, strict), scores);
  const candidates = preferWishes(await stages.living(ranked.candidates), wishes, all);
  const unmet = new Set(
    candidates.slice(0, k).flatMap(({ designMet = [] }) => met.filter((name) => !designMet.includes(name))),
  );
  const relaxed = [...open.dropped, ...met.filter((name) => unmet.has(name))];
  return { ranked: { ...ranked, candidates }, backend, relaxed: inRelaxOrder(relaxed) };
}

/** Candidates of each recall whose texts are scored. */
const HEAD = 100;
const HEAD_OPEN = 50;

interface Open {
  pool: Pool;
  /** Defaults that were dropped as well. */
  dropped: FilterName[];
}

/** Recalls without the wishes, and without the defaults when even that leaves too little. */
async function recallOpen(
  { filters, wishes, k }: DesignedBrief,
  strict: Pool,
  all: Filters,
  { recall, count }: Designing,
): Promise<Open> {
  const wished = new Set(wishes.flatMap((wish) => wish.filters));
  const open = filtered(all, (name) => !wished.has(name));
  const defaults = (Object.keys(DEFAULT_FILTERS) as FilterName[]).filter((name) => name in filters.relaxable);
  if (defaults.length > 0 && strict.candidates.length < k) {
    const [found = 0] = await count([open]);
    if (found < k) {
      const pool = await recall(filtered(open, (name) => !defaults.includes(name)));
      return { pool, dropped: pool.candidates.length > found ? defaults : [] };
    }
  }
  return { pool: await recall(open), dropped: [] };
}

/** Whether as many images meet the wishes and the words as an answer holds, or as there are. */
function isEnough(
  strict: Pool,
  open: Pool,
  scores: ReadonlyMap<string, number> | undefined,
  k: number,
): boolean {
  const isGood = answersWords(open.candidates, scores);
  const wanted = Math.min(k, open.candidates.length);
  const goodOpen = open.candidates.slice(0, Math.max(k, HEAD_OPEN)).filter(isGood).length;
  const goodStrict = strict.candidates.filter(isGood).length;
  return strict.candidates.length >= wanted && goodStrict >= Math.min(k, goodOpen);
}

function union(one: readonly Candidate[], other: readonly Candidate[] = []): Candidate[] {
  const ids = new Set(one.map(({ assetId }) => assetId));
  return [...one, ...other.filter(({ assetId }) => !ids.has(assetId))];
}

/** The scores of two recalls are not comparable: what only the strict one found ranks below the last of the open one. */
function joined(open: Pool, strict: Pool): Candidate[] {
  const floor = open.candidates.at(-1)?.score ?? 1;
  const strictOnly = union(open.candidates, strict.candidates).slice(open.candidates.length);
  const head = open.candidates.slice(0, HEAD_OPEN);
  const tail = open.candidates.slice(HEAD_OPEN);
  return [...head, ...strictOnly.map((candidate) => ({ ...candidate, score: floor })), ...tail];
}

function filtered(filters: Filters, keeps: (name: FilterName) => boolean): Filters {
  return Object.fromEntries(Object.entries(filters).filter(([name]) => keeps(name as FilterName)));
}

function inRelaxOrder(names: readonly FilterName[]): FilterName[] {
  return RELAX_ORDER.flatMap(filtersOn).filter((name) => names.includes(name));
}
