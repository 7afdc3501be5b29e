import type { Facets } from './point.js';

/** What decides which of several near-duplicates an answer shows. */
export interface Standing {
  commercial: boolean | null;
  derivatives: boolean | null;
  attributionRequired: boolean | null;
  shareAlike: boolean | null;
  /** Whether its own title, tags or description have a word. */
  isCaptioned: boolean;
  /** Of the original; null is unknown. */
  megapixels: number | null;
}

export function standingOf(facets: Facets, terms: readonly string[]): Standing {
  const { commercial, derivatives, attributionRequired, shareAlike, resolution } = facets;
  return {
    commercial,
    derivatives,
    attributionRequired,
    shareAlike,
    isCaptioned: terms.length > 0,
    megapixels: resolution,
  };
}

/**
 * Negative when the first image stands before the second one: the one with fewer unknown rights, then with fewer forbidden
 * uses, then with fewer duties, then the one with a caption, then the larger one. 0 when nothing sets them apart.
 */
export function compareStanding(one: Standing, other: Standing): number {
  for (const rankOf of RANKS) {
    const difference = rankOf(one) - rankOf(other);
    if (difference !== 0) return difference;
  }
  return 0;
}

/** The most important first; less is better. */
const RANKS: readonly ((standing: Standing) => number)[] = [
  ({ commercial, derivatives, attributionRequired, shareAlike }) =>
    countOf([commercial, derivatives, attributionRequired, shareAlike], null),
  ({ commercial, derivatives }) => countOf([commercial, derivatives], false),
  ({ attributionRequired, shareAlike }) => countOf([attributionRequired, shareAlike], true),
  ({ isCaptioned }) => Number(!isCaptioned),
  ({ megapixels }) => -(megapixels ?? 0),
];

function countOf(values: readonly (boolean | null)[], wanted: boolean | null): number {
  return values.filter((value) => value === wanted).length;
}
