import type { Candidate } from '../index/candidate.js';
import type { Swatch } from '@imagesearch/facets/conditions';
import type { Point } from '../index/point.js';
import { CLOSE_BITS_MAX, closeImages } from './hashes.js';
import { paletteDistanceBetween } from './palette.js';

/** What near-duplicates are found by, besides their hashes, and what one of them is chosen by. */
export type Look = Pick<Point, (typeof LOOK_PARTS)[number]>;

export const LOOK_PARTS = ['image', 'facets', 'terms'] as const;

export interface CollapseOptions {
  /** Called once, only for images whose hashes are close. */
  looksOf: (assetIds: readonly string[]) => Promise<ReadonlyMap<string, Look>>;
  limit: number;
  /** Tells images that an answer may show only where nothing else of a group may be shown. */
  isLesser?: (assetId: string) => boolean;
}

/**
 * The first `limit` groups of near-duplicates, each shown as one candidate. A group has the rank of its best candidate; its
 * rights decide which one is shown (`compareStanding`), among those that the search found. Each measure alone confuses images
 * that a designer keeps apart: a red and a green disc, two clock faces, two crowds.
 */
export async function collapseDuplicates(
  ranked: readonly Candidate[],
  { looksOf, limit, isLesser = () => false }: CollapseOptions,
): Promise<Candidate[]> {
  // An image that is alone has a group, and what follows the last group begins none.
  const alike = closeImages(ranked, limit);
  const suspects = new Set(
    [...alike].flatMap(([one, others]) => [one.assetId, ...others.map(({ image }) => image.assetId)]),
  );
  if (suspects.size === 0) return ranked.slice(0, limit);
  const looks = await looksOf([...suspects]);

  // Each under the id of its best ranked candidate.
  const groups = new Map<string, Candidate[]>();
  for (const candidate of ranked) {
    const look = looks.get(candidate.assetId);
    const best = alike
      .get(candidate)
      ?.find(
        ({ image, bits }) => groups.has(image.assetId) && lookAlike(looks.get(image.assetId), look, bits),
      );
    if (best !== undefined) groups.get(best.image.assetId)?.push(candidate);
    else if (groups.size < limit) groups.set(candidate.assetId, [candidate]);
  }
  return [...groups.values()].map((group) => shownAs(group, looks, isLesser));
}

/** A group as its best ranked candidate, under the id of the one that stands for it. */
function shownAs(
  group: readonly Candidate[],
  looks: ReadonlyMap<string, Look>,
  isLesser: (assetId: string) => boolean,
): Candidate {
  const [best] = group as [Candidate];
  if (group.length === 1) return best;
  const members = group.flatMap(({ assetId }) => {
    const look = looks.get(assetId);
    return look === undefined ? [] : [{ assetId, look, lesser: Number(isLesser(assetId)) }];
  });
  // The sort is stable: of equal ones the better ranked stands.
  members.sort((one, other) => one.lesser - other.lesser || compareStanding(one.look, other.look));
  const [shown = best.assetId, ...duplicates] = members.map(({ assetId }) => assetId);
  return { ...best, assetId: shown, duplicates };
}

/**
 * Negative when the first image stands before the second one: the one with fewer unknown rights, then with fewer forbidden
 * uses, then with fewer duties, then the one with a caption, then the larger one. 0 when nothing sets them apart.
 */
function compareStanding(one: Look, other: Look): number {
  for (const rankOf of RANKS) {
    const difference = rankOf(one) - rankOf(other);
    if (difference !== 0) return difference;
  }
  return 0;
}

/** The most important first; less is better. */
const RANKS: readonly ((look: Look) => number)[] = [
  ({ facets: { commercial, derivatives, attributionRequired, shareAlike } }) =>
    countOf([commercial, derivatives, attributionRequired, shareAlike], null),
  ({ facets: { commercial, derivatives } }) => countOf([commercial, derivatives], false),
  ({ facets: { attributionRequired, shareAlike } }) => countOf([attributionRequired, shareAlike], true),
  ({ terms }) => Number(terms === ''),
  ({ facets: { resolution } }) => -(resolution ?? 0),
];

function countOf(values: readonly (boolean | null)[], wanted: boolean | null): number {
  return values.filter((value) => value === wanted).length;
}

/** What two images have to agree in to be near-duplicates; measured in services/retrieval/README.md. */
const DUPLICATE_LIMITS: Readonly<Likeness> = {
  hashBits: CLOSE_BITS_MAX,
  paletteDistance: 6,
  cosine: 0.95,
};

/** Stricter, because drawings of one series may differ only in a mouth or a pair of eyes. */
const FLAT_DUPLICATE_LIMITS: Readonly<Likeness> = { hashBits: 2, paletteDistance: 2, cosine: 0.98 };

function duplicateLimitsOf(one: readonly Swatch[], other: readonly Swatch[]): Readonly<Likeness> {
  return isFlat(one) && isFlat(other) ? FLAT_DUPLICATE_LIMITS : DUPLICATE_LIMITS;
}

/** Whether a few colours fill the image, one of them half of it: drawings, icons, and photographs of a bare sky. */
export function isFlat(palette: readonly Swatch[]): boolean {
  const shares = palette.map(({ share }) => share);
  const whole = shares.reduce((sum, share) => sum + share, 0);
  return whole >= FLAT_WHOLE_MIN && Math.max(...shares) >= FLAT_LARGEST_MIN;
}

/** A palette omits colours with small shares; a flat image has few of them. */
const FLAT_WHOLE_MIN = 0.95;
const FLAT_LARGEST_MIN = 0.5;

interface Likeness {
  /** Number of the 64 bits of the perceptual hashes that differ. */
  hashBits: number;
  /** Mean ΔE2000 from each colour of one palette to the nearest of the other; the larger of both directions. */
  paletteDistance: number;
  /** Cosine of the images' vectors. */
  cosine: number;
}

function lookAlike(one: Look | undefined, other: Look | undefined, hashBits: number): boolean {
  if (one === undefined || other === undefined) return false;
  const [palette, otherPalette] = [one.facets.palette, other.facets.palette];
  const limits = duplicateLimitsOf(palette, otherPalette);
  // The palettes cost the most by far, so they are compared last.
  return (
    hashBits <= limits.hashBits &&
    cosine(one.image, other.image) >= limits.cosine &&
    paletteDistanceBetween(palette, otherPalette) <= limits.paletteDistance
  );
}

function cosine(a: Float32Array, b: Float32Array): number {
  let product = 0;
  let squaresA = 0;
  let squaresB = 0;
  // A plain loop: a search compares hundreds of pairs.
  for (let at = 0; at < a.length; at += 1) {
    const [value, other] = [a[at] ?? 0, b[at] ?? 0];
    product += value * other;
    squaresA += value * value;
    squaresB += other * other;
  }
  return product / Math.sqrt(squaresA * squaresB);
}
