import type { Unit } from './analyzed-text.js';

/**
 * Cosine from which two words begin to count as saying the same. Below it they are merely related: a dog and a cat
 * share many sentences, and a search for one is not answered by the other.
 */
const SYNONYM_COSINE_MIN = 0.6;
/** Above 1 so that a match falls off quickly below a true synonym. */
const SYNONYM_SHARPNESS = 1.5;
/** A synonym is never worth as much as the word itself. */
const SYNONYM_MATCH_MAX = 0.9;

export type MatchUnit = (unit: Unit) => number;

/** How well units say what one wanted unit says, 0–1: 1 for the same word, less for a near-synonym, else 0. */
export function createMatcher(wanted: Unit): MatchUnit {
  // A pool's candidates share most of their words.
  const known = new Map<string, number>();
  return (unit) => {
    let match = known.get(unit.lemma);
    if (match === undefined) {
      match = unit.lemma === wanted.lemma ? 1 : synonymMatch(cosine(wanted, unit));
      known.set(unit.lemma, match);
    }
    return match;
  };
}

/** Of vectors of length 1; 0 when either is unknown. */
export function cosine({ vector: first }: Unit, { vector: second }: Unit): number {
  if (!first || !second) return 0;
  let sum = 0;
  for (let at = 0; at < first.length; at += 1) sum += (first[at] ?? 0) * (second[at] ?? 0);
  return sum;
}

function synonymMatch(similarity: number): number {
  if (similarity <= SYNONYM_COSINE_MIN) return 0;
  const share = Math.min(1, (similarity - SYNONYM_COSINE_MIN) / (1 - SYNONYM_COSINE_MIN));
  return SYNONYM_MATCH_MAX * share ** SYNONYM_SHARPNESS;
}
