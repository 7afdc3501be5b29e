import type { FacetName } from '@imagesearch/facets/facets';
import { RELAX_ORDER, type FilterName, type Filters } from '@imagesearch/facets/filters';
import { STOP_WORDS } from '@imagesearch/text-analysis/words';
import type { Candidate, Ranked, Sort } from './candidate.js';
import type { Ranking } from './envelope.js';
import { DEFAULT_FACETS, inferredFacets, setOn } from './read-brief.js';
import type { TextScores } from './rerank.js';
import { withFloors } from './scores.js';

export interface OrderedPool {
  candidates: Candidate[];
  ranking: Ranking;
  /** How many candidates the reranker scored. */
  reranked: number;
}

export interface Preferences {
  /** Filters that a candidate names in `unmet` when it fails them. */
  soft: Filters;
  /** Results of a page. */
  k: number;
}

/** Candidates whose texts are scored: of those that meet the soft filters … */
const HEAD = 100;
/** … and of the others. */
const HEAD_UNMET = 50;

export function headOf(pool: readonly Candidate[], { k }: Pick<Preferences, 'k'>): Candidate[] {
  const { meeting, others } = split(pool, () => true);
  return [...meeting.slice(0, HEAD), ...others.slice(0, Math.max(k, HEAD_UNMET))];
}

/**
 * The pool in its final order: by relevance, then by the soft filters.
 * @param scores Undefined where the reranker failed: relevance is the order of retrieval. Null where there are no words.
 */
export function orderPool(
  pool: readonly Candidate[],
  scores: TextScores | undefined | null,
  preferences: Preferences,
): OrderedPool {
  const hasScores = scores !== undefined && scores !== null && pool.length > 0;
  const relevant = hasScores ? byRelevance(pool, scores) : pool;
  const weight = hasScores ? designWeight(scores) : DESIGN_WEIGHT;
  const designed = byDesign(relevant, answersWords(pool, scores?.byId), { ...preferences, weight });
  // What fails a default comes last, whatever its score is.
  const { meeting, others } = split(designed, (facet) => DEFAULT_FACETS.has(facet));
  return {
    candidates: neverRising([...meeting, ...others]),
    ranking: scores === null || pool.length === 0 ? 'none' : (scores?.method ?? 'degraded'),
    reranked: hasScores ? pool.filter(({ assetId }) => scores.byId.has(assetId)).length : 0,
  };
}

/** By when the images were made; those without a date come last, and after them what fails a default. */
export function byCreation(ranked: readonly Candidate[], sort: Sort): Candidate[] {
  const { meeting, others } = split(ranked, (facet) => DEFAULT_FACETS.has(facet));
  const sign = sort === 'newest' ? -1 : 1;
  const placeOf = ({ createdMs }: Candidate) => (createdMs === undefined ? Infinity : sign * createdMs);
  // Two unknown dates are equal, and their difference is no number.
  const compare = (one: Candidate, other: Candidate) => placeOf(one) - placeOf(other) || 0;
  return [...meeting.toSorted(compare), ...others.toSorted(compare)];
}

/** The soft filters that not every image meets, the least important first. */
export function relaxedFilters(shown: readonly Ranked[], soft: Filters): FilterName[] {
  const unmet = new Set(shown.flatMap((image) => image.unmet ?? []));
  return RELAX_ORDER.filter((facet) => unmet.has(facet)).flatMap((facet) => setOn(facet, soft));
}

/** The candidates that meet the soft filters on some facets, and those that do not. */
function split(
  pool: readonly Candidate[],
  counts: (facet: FacetName) => boolean,
): { meeting: Candidate[]; others: Candidate[] } {
  const meets = ({ unmet = [] }: Candidate) => !unmet.some(counts);
  return { meeting: pool.filter(meets), others: pool.filter((candidate) => !meets(candidate)) };
}

/** What meeting every filter read from the words adds to a score of at most 1; see docs/benchmarks/relevance.md. */
const DESIGN_WEIGHT = 0.3;
/** The same where no text answers a short brief: a title with one word of two says less than a wish. */
const DESIGN_WEIGHT_UNANSWERED = 0.6;
/** The lexical reranker gives one word of two 0.3 to 0.48, and both 0.86 or more. */
const ANSWER_MIN = 0.5;

function designWeight({ byId, words }: TextScores): number {
  const best = bestOf(byId);
  return best > 0 && best < ANSWER_MIN && !isSentence(words) ? DESIGN_WEIGHT_UNANSWERED : DESIGN_WEIGHT;
}

function bestOf(byId: ReadonlyMap<string, number>): number {
  return Math.max(0, ...byId.values());
}

/**
 * Where enough images meet what was read from the words, and answer the words about as well as the others, only those stay.
 * Else every image gains by the share that it meets.
 */
function byDesign(
  ranked: readonly Candidate[],
  isGood: (candidate: Candidate) => boolean,
  { soft, k, weight }: Preferences & { weight: number },
): readonly Candidate[] {
  const inferred = inferredFacets(soft);
  if (inferred.length === 0) return ranked;
  const { meeting } = split(ranked, (facet) => inferred.includes(facet));
  const good = ranked.slice(0, Math.max(k, HEAD_UNMET)).filter(isGood).length;
  const isEnough =
    meeting.length >= Math.min(k, ranked.length) && meeting.filter(isGood).length >= Math.min(k, good);
  const metBy = ({ unmet = [] }: Candidate) => inferred.filter((facet) => !unmet.includes(facet));
  const marked = (isEnough ? meeting : ranked).map((candidate) => {
    const met = metBy(candidate);
    const raised = (candidate.score + (weight * weightOf(met)) / weightOf(inferred)) / (1 + weight);
    return {
      ...candidate,
      score: isEnough ? candidate.score : raised,
      designMet: met.flatMap((facet) => setOn(facet, soft)),
    };
  });
  return isEnough ? marked : marked.sort((one, other) => other.score - one.score);
}

/** What is relaxed last, such as the rights, counts almost twice as much as what is relaxed first. */
function weightOf(facets: readonly FacetName[]): number {
  return facets.reduce((sum, facet) => sum + 1 + RELAX_ORDER.indexOf(facet) / RELAX_ORDER.length, 0);
}

/** Share of the best text score from which an image answers the words about as well as the best one. */
const GOOD_SHARE = 0.6;

/** Tells images that answer the words about as well as the best. Where no text has a score, all do that were found. */
function answersWords(
  pool: readonly Candidate[],
  scores: ReadonlyMap<string, number> | undefined,
): (candidate: Candidate) => boolean {
  const scoreOf = ({ assetId }: Candidate): number => scores?.get(assetId) ?? 0;
  const best = Math.max(0, ...pool.map(scoreOf));
  return (candidate) => scoreOf(candidate) >= GOOD_SHARE * best;
}

/** What the reranker says of the words, the text encoder of their meaning, and retrieval of all lists together. */
interface Shares {
  rerank: number;
  meaning: number;
  retrieval: number;
}

/** docs/benchmarks/relevance.md says how the shares were measured. */
const SHARES: Shares = { rerank: 0.35, meaning: 0.45, retrieval: 0.2 };
/**
 * What several words mean together is more than each of them, and more than some of them in a caption: "mowing the grass" asks
 * for no grass. An example image keeps its say.
 */
const SHARES_OF_MEANING: Shares = { rerank: 0.05, meaning: 0.9, retrieval: 0.05 };
const SENTENCE_WORDS_MIN = 3;
/** Of the likeness to an example image, beside the words. Among images that answer them alike, it decides. */
const IMAGE_WEIGHT = 0.2;
/** Of a preferred colour, beside all else. Among images that answer the words about alike, it decides. */
const PALETTE_WEIGHT = 0.6;
/** What an image is taken for by its pixels says less than its caption. */
const SIGHT_BELOW_CAPTION = 0.2;
/**
 * Where words are compared with pixels, an image with poor words stays near its rank by sight: the first is among the first
 * three results, the second among the first six, … See docs/adr/0008.
 */
const RANKS_PER_SIGHT_RANK = 3;

/** By a blend of all scores. Candidates whose texts have no score follow in retrieval order. */
function byRelevance(pool: readonly Candidate[], { byId, words }: TextScores): Candidate[] {
  const hasImage = pool.some(({ similarities }) => similarities.image !== undefined);
  const isMeant = !hasImage && (isSentence(words) || bestOf(byId) < ANSWER_MIN);
  const shares = isMeant ? SHARES_OF_MEANING : SHARES;
  const scored = pool.filter(({ assetId }) => byId.has(assetId));
  const unscored = pool.filter(({ assetId }) => !byId.has(assetId));
  const floored = withFloors([...scored, ...unscored]);
  const blended = scored.map((candidate, at) => {
    const rerankScore = byId.get(candidate.assetId) ?? 0;
    const compared = floored[at] ?? candidate;
    const ofWords =
      shares.rerank * rerankScore + shares.meaning * meaningOf(compared) + shares.retrieval * candidate.score;
    const score = joined(ofWords, compared.similarities.image, IMAGE_WEIGHT);
    return { ...candidate, rerankScore, score: joined(score, candidate.paletteCloseness, PALETTE_WEIGHT) };
  });
  blended.sort((one, other) => other.score - one.score);
  return neverRising(withSightRanks(neverRising([...blended, ...unscored])));
}

/** Whether the words are so many that their meaning together counts more than each of them. */
function isSentence(words: string): boolean {
  const written = words.toLowerCase().match(/[\p{L}\p{N}][\p{L}\p{M}\p{N}]*/gu) ?? [];
  return written.filter((word) => !STOP_WORDS.has(word)).length >= SENTENCE_WORDS_MIN;
}

/** Raised by a likeness of its own weight; unchanged where that is not asked for. */
function joined(score: number, likeness: number | undefined, weight: number): number {
  return likeness === undefined ? score : (score + weight * likeness) / (1 + weight);
}

/** The cosine between the words and the caption, or what takes its place for an image without one. */
function meaningOf({ similarities: { caption = 0, sight = 0 }, sightRank }: Ranked): number {
  // Where words are compared with the pixels of all images, the cosine has another scale, and the rank counts.
  return Math.max(0, caption, sightRank === undefined ? sight - SIGHT_BELOW_CAPTION : 0);
}

function withSightRanks(ranked: readonly Candidate[]): Candidate[] {
  const ordered = [...ranked];
  const seen = ranked
    .flatMap(({ assetId, sightRank }) =>
      sightRank === undefined ? [] : [{ assetId, rankMax: RANKS_PER_SIGHT_RANK * sightRank }],
    )
    .sort((one, other) => one.rankMax - other.rankMax);
  for (const { assetId, rankMax } of seen) {
    const from = ordered.findIndex((candidate) => candidate.assetId === assetId);
    const [candidate, displaced] = [ordered[from], ordered[rankMax - 1]];
    if (from < rankMax || candidate === undefined || displaced === undefined) continue;
    ordered.splice(from, 1);
    ordered.splice(rankMax - 1, 0, { ...candidate, score: displaced.score });
  }
  return ordered;
}

/** The candidates with each score capped by the one before it. */
function neverRising<Image extends Ranked>(candidates: readonly Image[]): Image[] {
  let ceiling = 1;
  return candidates.map((candidate) => {
    ceiling = Math.min(ceiling, Math.max(0, candidate.score));
    return candidate.score === ceiling ? candidate : { ...candidate, score: ceiling };
  });
}
