import type { Ranked } from '../candidate.js';
import { withFloors } from '../scores/calibrate.js';
import { isSentence } from './is-sentence.js';

/**
 * Retrieval knows what images and texts mean as a whole, the reranker which words stand where. On the labelled queries
 * of evaluation/relevance .5 and .6 do alike.
 */
const SHARES: Shares = { rerank: 0.5, sentence: 0, retrieval: 0.5 };

/** With a sentence encoder. docs/relevance.md says how the shares were measured. */
const SHARES_WITH_SENTENCES: Shares = { rerank: 0.35, sentence: 0.35, retrieval: 0.3 };
/** What several words mean together is more than each of them: "throwing things away". */
const SHARES_OF_A_SENTENCE: Shares = { rerank: 0.15, sentence: 0.7, retrieval: 0.15 };

interface Shares {
  rerank: number;
  /** Of the cosine between the words and the caption as sentences. */
  sentence: number;
  retrieval: number;
}

/** A blend of all scores. Candidates without a score follow in retrieval order, below all others. */
export function blendScores<Image extends Ranked>(
  pool: readonly Image[],
  rerankScores: readonly number[],
  words: string,
): Image[] {
  const { rerank, sentence, retrieval } = sharesFor(pool, words);
  const floored = sentence === 0 ? pool : withFloors(pool);
  const scored = pool.slice(0, rerankScores.length).map((candidate, index) => {
    const rerankScore = rerankScores[index] ?? 0;
    const cosine = Math.max(0, floored[index]?.similarities.sentence ?? 0);
    const score = rerank * rerankScore + sentence * cosine + retrieval * candidate.score;
    return { ...candidate, rerankScore, score };
  });
  scored.sort((a, b) => b.score - a.score);
  return neverRising([...scored, ...pool.slice(rerankScores.length)]);
}

function sharesFor(pool: readonly Ranked[], words: string): Shares {
  if (pool.every(({ similarities }) => similarities.sentence === undefined)) return SHARES;
  return isSentence(words) ? SHARES_OF_A_SENTENCE : SHARES_WITH_SENTENCES;
}

/** The candidates with each score capped by the one before it. */
export function neverRising<Image extends Ranked>(candidates: readonly Image[]): Image[] {
  let ceiling = 1;
  return candidates.map((candidate) => {
    ceiling = Math.min(ceiling, Math.max(0, candidate.score));
    return candidate.score === ceiling ? candidate : { ...candidate, score: ceiling };
  });
}
