import type { EmbeddingClient } from '@imagesearch/contracts/clients';
import { detachedCall } from '@imagesearch/service-kit/call-context';
import type { Logger } from '@imagesearch/service-kit/logging';
import { LRUCache } from 'lru-cache';
import type { Ranked, Similarities } from './candidate.js';
import type { Ranking } from './envelope.js';

/** What a search compared the images with. */
export interface Compared {
  hasWords: boolean;
  hasImage: boolean;
  ranking: Ranking;
}

/**
 * The ranked candidates in the same order, each with a score that says how good it is, whatever else was found: the share
 * of images of such similarity that answer such a search. docs/explanation/scores.md says how it was fitted. Filters alone compare
 * nothing, and leave the scores as they are.
 */
export function calibrate<Image extends Ranked>(
  ranked: readonly Image[],
  compared: Compared,
  curves: ScoreCurves,
): Image[] {
  if (!compared.hasWords && !compared.hasImage) return [...ranked];
  const scores = isotonicRegression(
    withFloors(ranked).map((candidate) => (isKnown(candidate) ? 1 : scoreOf(candidate, compared, curves))),
  );
  return ranked.map((candidate, at) => ({ ...candidate, score: rounded(scores[at] ?? 0) }));
}

/** `auto` is the score from which results are strong matches. */
export type MinScore = number | 'auto';

/** The best F1 on one half of the labelled searches, to a tenth; docs/explanation/scores.md says what that is worth on the other. */
const STRONG_SCORES = { words: 0.4, image: 0.2, both: 0.1 };

/** The score from which results of a search are strong matches; null where nothing was compared. */
export function strongScoreOf({
  hasWords,
  hasImage,
}: Pick<Compared, 'hasWords' | 'hasImage'>): number | null {
  if (hasWords && hasImage) return STRONG_SCORES.both;
  if (hasWords) return STRONG_SCORES.words;
  return hasImage ? STRONG_SCORES.image : null;
}

/** Whether it is or contains the image of the search: its vector may still be far from that of a small part. */
function isKnown({ isSameImage = false, containsImage = false }: Ranked): boolean {
  return isSameImage || containsImage;
}

/** The head of a scored ranking whose scores are not below the bound; `auto` bounds it by the strong matches. */
export function atLeast<Image extends Ranked>(
  minScore: MinScore,
  strongScore: number | null,
  scored: readonly Image[],
): Image[] {
  const bound = minScore === 'auto' ? (strongScore ?? 0) : minScore;
  return scored.filter(({ score }) => score >= bound);
}

/** As answers show it: a `min_score` that a caller read in an answer lets that result through. */
function rounded(score: number): number {
  return Number(score.toFixed(SCORE_DECIMALS));
}

const SCORE_DECIMALS = 6;

type Evidence = Pick<Ranked, 'score' | 'rerankScore' | 'similarities'>;

function scoreOf(evidence: Evidence, { hasWords, hasImage, ranking }: Compared, curves: ScoreCurves): number {
  const image = cosineFeatures('image', evidence.similarities.image ?? -1);
  const byImage = () => scoreOn(curves.image ?? DEFAULT_CURVES.image, image);
  if (!hasWords) return byImage();
  const words = Math.max(wordsScore(evidence, ranking, curves), sightScore(evidence, curves));
  if (!hasImage) return words;
  return scoreOn(curves.both ?? DEFAULT_CURVES.both, { words: logitOf(words), image: logitOf(byImage()) });
}

/** How well its texts answer the words. */
function wordsScore(
  { score, rerankScore, similarities }: Evidence,
  ranking: Ranking,
  curves: ScoreCurves,
): number {
  if (ranking === 'degraded') {
    // Without scores and without a vector there is only the rank in the list of words.
    if (similarities.caption === undefined) return score;
    return scoreOn(curves.words ?? DEFAULT_CURVES.words, cosineFeatures('caption', similarities.caption));
  }
  const rerank = rerankScore ?? 0;
  // The curve was fitted on the scores of the lexical reranker; a cross-encoder's are shares already.
  if (ranking !== 'lexical' || curves.words_reranked === undefined) return rerank;
  // No word of the query is known to the model: the words themselves are the whole evidence.
  const caption = cosineFeatures('caption', similarities.caption ?? rerank);
  return scoreOn(curves.words_reranked, { rerank, ...caption });
}

/** How well its pixels answer the words; 0 for a model that cannot compare the two. */
function sightScore({ similarities: { sight } }: Evidence, curves: ScoreCurves): number {
  return sight === undefined
    ? 0
    : scoreOn(curves.sight ?? DEFAULT_CURVES.sight, cosineFeatures('sight', sight));
}

/** The candidates with every similarity: an image that a list does not hold is at most as similar as the list's last one. */
export function withFloors<Image extends Ranked>(ranked: readonly Image[]): Image[] {
  const floors = floorsOf(ranked);
  const lists = LISTS.filter((list) => floors[list] !== undefined);
  return ranked.map((candidate) =>
    lists.every((list) => candidate.similarities[list] !== undefined)
      ? candidate
      : { ...candidate, similarities: floored(candidate.similarities, floors) },
  );
}

const LISTS = ['caption', 'sight', 'image'] as const satisfies (keyof Similarities)[];

function floorsOf(ranked: readonly Ranked[]): Similarities {
  const floors: Similarities = {};
  for (const { similarities, sightRank } of ranked) {
    for (const list of LISTS) {
      // Without a rank, only images that nobody described are in the list by sight.
      if (list === 'sight' && sightRank === undefined) continue;
      const similarity = similarities[list];
      if (similarity !== undefined) floors[list] = Math.min(floors[list] ?? Infinity, similarity);
    }
  }
  return floors;
}

function floored(similarities: Similarities, floors: Similarities): Similarities {
  const all: Similarities = {};
  for (const list of LISTS) {
    const similarity = similarities[list] ?? floors[list];
    if (similarity !== undefined) all[list] = similarity;
  }
  return all;
}

/**
 * The nearest numbers that never rise, by least squares: where a later number is larger, the numbers between are replaced by
 * their mean. A good image behind a poor one thus lifts the poor one instead of sharing its score.
 * Source: pool adjacent violators (Ayer et al., "An Empirical Distribution Function for Sampling with Incomplete
 * Information", 1955).
 */
export function isotonicRegression(values: readonly number[]): number[] {
  const blocks: Block[] = [];
  for (const value of values) {
    const last = { sum: value, count: 1 };
    for (let before = blocks.at(-1); before && isBelow(before, last); before = blocks.at(-1)) {
      blocks.pop();
      last.sum += before.sum;
      last.count += before.count;
    }
    blocks.push(last);
  }
  return blocks.flatMap(({ sum, count }) => Array.from({ length: count }, () => sum / count));
}

interface Block {
  sum: number;
  count: number;
}

/** By their means. */
function isBelow(one: Block, other: Block): boolean {
  return one.sum * other.count < other.sum * one.count;
}

/** 1 / (1 + exp(-(bias + the sum of weight × feature))). */
export interface ScoreCurve {
  bias: number;
  /** By feature. */
  weights: Readonly<Record<string, number>>;
}

export const CURVE_NAMES = ['words_reranked', 'words', 'sight', 'image', 'both'] as const;
export type CurveName = (typeof CURVE_NAMES)[number];

/** The curves of a model profile; `DEFAULT_CURVES` stands for a missing one. */
export type ScoreCurves = Readonly<Partial<Record<CurveName, ScoreCurve>>>;

/**
 * For a profile without curves of its own. They were not fitted: they put 0.5 where similarities of common models begin to
 * mean something. There is none for `words_reranked`: the reranker's own score stands.
 */
export const DEFAULT_CURVES = {
  words: { bias: -6, weights: { caption: 10 } },
  sight: { bias: -6, weights: { sight: 30 } },
  image: { bias: -9, weights: { image: 12 } },
  both: { bias: 0, weights: { words: 0.5, image: 0.5 } },
} as const satisfies ScoreCurves;

/** 0 to 1. A feature that the curve has no weight for does not count. */
export function scoreOn({ bias, weights }: ScoreCurve, features: Readonly<Record<string, number>>): number {
  let sum = bias;
  // Called for every image of a pool, and `Object.entries` would make a list each time.
  for (const feature in weights) sum += (weights[feature] ?? 0) * (features[feature] ?? 0);
  return 1 / (1 + Math.exp(-sum));
}

/** The inverse of the curve's last step; a score of 0 or 1 counts as almost so. */
export function logitOf(score: number): number {
  const inside = Math.min(1 - LOGIT_MARGIN, Math.max(LOGIT_MARGIN, score));
  return Math.log(inside / (1 - inside));
}

/**
 * The features of a cosine: itself, and Fisher's z of it under the name with `_z`. Near 1 a small difference between cosines
 * means much: a curve over the cosine alone gives a copy of an image hardly more than its kin.
 */
export function cosineFeatures(name: CosineName, cosine: number): Record<string, number> {
  const z = Math.atanh(Math.min(1 - COSINE_MARGIN, Math.max(-1 + COSINE_MARGIN, cosine)));
  // A computed name would make each of these objects slow to read.
  switch (name) {
    case 'caption':
      return { caption: cosine, caption_z: z };
    case 'sight':
      return { sight: cosine, sight_z: z };
    case 'image':
      return { image: cosine, image_z: z };
  }
}

export type CosineName = 'caption' | 'sight' | 'image';

const LOGIT_MARGIN = 1e-4;
const COSINE_MARGIN = 1e-3;

/** The curves of the model profile that the embedding service runs. */
export type CurvesOfProfile = () => Promise<ScoreCurves>;

/** A service that was updated may run another profile. */
const VALID_MS = 60_000;
/** Scores are worth a short wait, and only the first search waits. */
const ASK_TIMEOUT_MS = 1_000;
const NO_CURVES: ScoreCurves = {};

/**
 * Asks the embedding service for its curves, at most once a minute, while the ones before still serve. Without an answer a
 * search goes on with the last ones known, or with the defaults. The promise never rejects.
 */
export function createProfileCurves(
  client: Pick<EmbeddingClient, 'describeModel'>,
  logger: Logger,
  now: () => number = () => performance.now(),
): CurvesOfProfile {
  const kept = new LRUCache<'curves', ScoreCurves>({
    max: 1,
    ttl: VALID_MS,
    allowStale: true,
    allowStaleOnFetchRejection: true,
    perf: { now },
    ttlResolution: 0,
    fetchMethod: async () => {
      const { scoreCurves } = await client.describeModel({}, detachedCall(ASK_TIMEOUT_MS));
      return namedCurves(scoreCurves);
    },
  });
  return async () => {
    try {
      return await kept.forceFetch('curves');
    } catch (error) {
      logger.debug({ err: error }, 'no score curves; the defaults stand for them');
      return NO_CURVES;
    }
  };
}

function namedCurves(curves: Readonly<Record<string, ScoreCurve>>): ScoreCurves {
  return Object.fromEntries(CURVE_NAMES.flatMap((name) => (curves[name] ? [[name, curves[name]]] : [])));
}
