import { RELAX_ORDER, type Filters } from '@imagesearch/facets/filters';
import type { Candidate } from '../candidate.js';
import type { Living } from '../hydrate.js';
import { neverRising } from '../ranking/blend.js';
import { wishesMet, type Wish } from './wishes.js';

/** What meeting every wish adds to a score of at most 1; see docs/relevance.md. */
const WISHES_WEIGHT = 0.3;

/** Raises images by the share of the wishes that they meet, and notes which. Scores stay within 0 to 1. */
export function preferWishes(
  ranked: readonly Living[],
  wishes: readonly Wish[],
  wanted: Filters,
): Candidate[] {
  const preferred = ranked.map(({ candidate, asset }) => {
    const met = wishesMet(asset, wishes, wanted);
    const share = weightOf(met) / weightOf(wishes);
    const score = (candidate.score + WISHES_WEIGHT * share) / (1 + WISHES_WEIGHT);
    return { ...candidate, score, designMet: met.flatMap(({ filters }) => filters) };
  });
  return neverRising(preferred.sort((one, other) => other.score - one.score));
}

/** What is relaxed last, such as the rights, counts almost twice as much as what is relaxed first. */
function weightOf(wishes: readonly Wish[]): number {
  return wishes.reduce((sum, { facet }) => sum + 1 + RELAX_ORDER.indexOf(facet) / RELAX_ORDER.length, 0);
}
