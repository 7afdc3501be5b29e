import type { Candidate } from '../candidate.js';
import { isFlat } from '../collapse.js';
import type { KnownImage, QueryLook } from '../same-image.js';
import { pairsOf } from './corner-pairs.js';
import { unpacked, type DescribedCopy } from './described-copy.js';
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

/** Those of the candidates that the query image is cut out of, the surest first. */
export function imagesContaining(
  candidates: readonly Candidate[],
  featuresOf: ReadonlyMap<string, string>,
  look: QueryLook,
): KnownImage[] {
  const parts = look.localFeatures.flatMap((copy) => unpacked(copy) ?? []);
  const found = candidates
    .map((candidate) => ({ candidate, ...bestAgreement(featuresOf.get(candidate.assetId), parts) }))
    .filter(({ corners, share }) => corners >= CORNERS_MIN && share >= SHARE_MIN)
    .sort((one, other) => other.corners - one.corners);
  const most = found[0]?.corners ?? 0;
  const known = found
    .filter(({ corners }) => corners >= SHARE_OF_BEST_MIN * most)
    .map(({ candidate, share }): KnownImage => {
      const isDrawing = isFlat(candidate.palette) || isFlat(look.palette);
      return share >= FLAT_SHARE_MIN || !isDrawing ? { candidate, as: 'containsImage' } : { candidate };
    });
  return [...known.filter(({ as }) => as !== undefined), ...known.filter(({ as }) => as === undefined)];
}

/** In the size of the part that agrees best with the whole image. */
function bestAgreement(features: string | undefined, parts: readonly DescribedCopy[]): Agreement {
  const whole = features === undefined ? undefined : unpacked(features);
  if (whole === undefined) return NO_AGREEMENT;
  return parts
    .filter(({ width, height }) => width <= LARGER_MAX * whole.width && height <= LARGER_MAX * whole.height)
    .map((part) => agreementOf(pairsOf(whole, part), whole, part))
    .reduce((best, agreement) => (agreement.corners > best.corners ? agreement : best), NO_AGREEMENT);
}
