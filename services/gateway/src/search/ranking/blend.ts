import type { Ranked } from '../candidate.js';
import { withFloors } from '../scores/calibrate.js';
import { isSentence } from './is-sentence.js';

/** What the reranker says of the words, the text encoder of their meaning, and retrieval of all lists together. */
interface Shares {
  rerank: number;
  meaning: number;
  retrieval: number;
}

/** docs/relevance.md says how the shares were measured. */
const SHARES: Shares = { rerank: 0.35, meaning: 0.45, retrieval: 0.2 };
/** What several words mean together is more than each of them: "throwing things away". */
const SHARES_OF_A_SENTENCE: Shares = { rerank: 0.15, meaning: 0.7, retrieval: 0.15 };
/** Of a preferred colour, beside all else. Among images that answer the words alike, it decides. */
const PALETTE_WEIGHT = 0.3;
/** What an image is taken for by its pixels says less than its caption. */
const SIGHT_BELOW_CAPTION = 0.2;

/** A blend of all scores. Candidates without a score follow in retrieval order, below all others. */
export function blendScores<Image extends Ranked>(
  pool: readonly Image[],
  rerankScores: readonly number[],
  words: string,
): Image[] {
  const { rerank, meaning, retrieval } = isSentence(words) ? SHARES_OF_A_SENTENCE : SHARES;
  const floored = withFloors(pool);
  const scored = pool.slice(0, rerankScores.length).map((candidate, index) => {
    const rerankScore = rerankScores[index] ?? 0;
    const score =
      rerank * rerankScore + meaning * meaningOf(floored[index] ?? candidate) + retrieval * candidate.score;
    return { ...candidate, rerankScore, score: toned(score, candidate) };
  });
  scored.sort((a, b) => b.score - a.score);
  return neverRising([...scored, ...pool.slice(rerankScores.length)]);
}

/** Raised by a preferred colour, as retrieval raises its score; without that, unchanged. */
function toned(score: number, { paletteCloseness }: Ranked): number {
  if (paletteCloseness === undefined) return score;
  return (score + PALETTE_WEIGHT * paletteCloseness) / (1 + PALETTE_WEIGHT);
}

/** The cosine between the words and the caption, or what takes its place for an image without one. */
function meaningOf({ similarities: { caption = 0, sight = 0 }, sightRank }: Ranked): number {
  // Where words are compared with the pixels of all images, the cosine has another scale, and the rank counts.
  return Math.max(0, caption, sightRank === undefined ? sight - SIGHT_BELOW_CAPTION : 0);
}

/** The candidates with each score capped by the one before it. */
export function neverRising<Image extends Ranked>(candidates: readonly Image[]): Image[] {
  let ceiling = 1;
  return candidates.map((candidate) => {
    ceiling = Math.min(ceiling, Math.max(0, candidate.score));
    return candidate.score === ceiling ? candidate : { ...candidate, score: ceiling };
  });
}
