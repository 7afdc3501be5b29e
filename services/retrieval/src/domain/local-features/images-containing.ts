import type { Candidate } from '../candidate.js';
import { isFlat } from '../collapse.js';
import type { KnownImage, QueryLook } from '../same-image.js';
import { orderedByColour, type ColourOrderedCopy } from './colour-ordered-copy.js';
import { CornerPairs } from './corner-pairs.js';
import { unpacked } from './described-copy.js';
import { agreementOf, NO_AGREEMENT, type Agreement } from './placement.js';

/** Corners that agree about where a part lies in another image; in different images fewer do. */
const CORNERS_MIN = 7;
const SHARE_MIN = 0.5;
/** Parts of a drawing recur in others of its series. With fewer corners it is put first, and no more is said. */
const FLAT_SHARE_MIN = 0.75;
/** Images of one series share corners: only what agrees about as well as the best counts. */
const SHARE_OF_BEST_MIN = 0.8;
/** How much larger than the whole image a part may be, for rounding. */
const LARGER_MAX = 1.08;

/** An image that the query image is cut out of. */
export interface ContainingImage {
  assetId: string;
  /** Of the corners at its place, those that agree. */
  share: number;
}

/** Those of the images that the query image is cut out of, the surest first. */
export function imagesContaining(
  assetIds: readonly string[],
  featuresOf: ReadonlyMap<string, string>,
  localFeatures: readonly string[],
): ContainingImage[] {
  const parts = localFeatures.flatMap((features) => unpacked(features) ?? []).map(orderedByColour);
  const found = assetIds
    .map((assetId) => ({ assetId, ...bestAgreement(featuresOf.get(assetId), parts) }))
    .filter(({ corners, share }) => corners >= CORNERS_MIN && share >= SHARE_MIN)
    .sort((one, other) => other.corners - one.corners);
  const most = found[0]?.corners ?? 0;
  return found.filter(({ corners }) => corners >= SHARE_OF_BEST_MIN * most);
}

/** Those that are said to contain the query image come before those that only rank first. The candidates need their palettes. */
export function knownAsContaining(
  containing: readonly ContainingImage[],
  candidates: readonly Candidate[],
  { palette }: Pick<QueryLook, 'palette'>,
): KnownImage[] {
  const byId = new Map(candidates.map((candidate) => [candidate.assetId, candidate]));
  const known = containing.flatMap(({ assetId, share }): KnownImage[] => {
    const candidate = byId.get(assetId);
    if (candidate === undefined) return [];
    const isDrawing = isFlat(candidate.palette) || isFlat(palette);
    return [share >= FLAT_SHARE_MIN || !isDrawing ? { candidate, as: 'containsImage' } : { candidate }];
  });
  return [...known.filter(({ as }) => as !== undefined), ...known.filter(({ as }) => as === undefined)];
}

/** In the size of the part that agrees best with the whole image. */
function bestAgreement(features: string | undefined, parts: readonly ColourOrderedCopy[]): Agreement {
  const whole = features === undefined ? undefined : unpacked(features);
  if (whole === undefined) return NO_AGREEMENT;
  const pairs = new CornerPairs(whole.count);
  let best = NO_AGREEMENT;
  for (const part of parts) {
    const isTooLarge = part.width > LARGER_MAX * whole.width || part.height > LARGER_MAX * whole.height;
    if (isTooLarge) continue;
    pairs.find(whole, part);
    // Not more corners agree than have a pair.
    if (pairs.count < CORNERS_MIN || pairs.count <= best.corners) continue;
    const agreement = agreementOf(pairs, whole, part);
    if (agreement.corners > best.corners) best = agreement;
  }
  return best;
}
