import type { Ranked, Similarities } from '../candidate.js';
import type { Ranking } from '../result.js';
import { falling } from './falling.js';
import { cosineFeatures, DEFAULT_CURVES, logitOf, scoreOn, type ScoreCurves } from './score-curves.js';

/** What a search compared the images with. */
export interface Compared {
  hasWords: boolean;
  hasImage: boolean;
  ranking: Ranking;
}

/**
 * The ranked candidates in the same order, each with a score that says how good it is, whatever else was found: the share
 * of images of such similarity that answer such a search. docs/scores.md says how it was fitted. Filters alone compare
 * nothing, and leave the scores as they are.
 */
export function calibrate<Image extends Ranked>(
  ranked: readonly Image[],
  compared: Compared,
  curves: ScoreCurves,
): Image[] {
  if (!compared.hasWords && !compared.hasImage) return [...ranked];
  const scores = falling(
    withFloors(ranked).map((candidate) => (isKnown(candidate) ? 1 : scoreOf(candidate, compared, curves))),
  );
  return ranked.map((candidate, at) => ({ ...candidate, score: rounded(scores[at] ?? 0) }));
}

/** Whether it is or contains the image of the search: its vector may still be far from that of a small part. */
function isKnown({ isSameImage = false, containsImage = false }: Ranked): boolean {
  return isSameImage || containsImage;
}

/** The head of a scored ranking whose scores are not below the bound. */
export function atLeast<Image extends Ranked>(minScore: number, scored: readonly Image[]): Image[] {
  return scored.filter(({ score }) => score >= minScore);
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
      // Without a rank, only images without words are in the list by sight.
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
