import type { Candidate } from '../index/candidate.js';
import { type CornerPair, type DescribedCopy, pairsOf, unpacked } from './corners.js';
import { isFlat } from './duplicates.js';
import type { Palettes } from './palette.js';
import type { QueryLook, RecognisedImage } from './same-image.js';

/** Corners that agree about where a part lies in another image; in different images fewer do. */
const CORNERS_MIN = 7;
const SHARE_MIN = 0.5;
/** Parts of a drawing recur in others of its series. With fewer corners it is put first, and no more is said. */
const FLAT_SHARE_MIN = 0.75;
/** Images of one series share corners: only what agrees about as well as the best counts. */
const SHARE_OF_BEST_MIN = 0.8;
/** How much larger than the whole image a part may be, for rounding. */
const LARGER_MAX = 1.08;

/**
 * Those of the candidates, the nearest first, that the query image is cut out of, the surest first. Those that are said to
 * contain it come before those that only rank first.
 */
export function imagesContaining(
  candidates: readonly Candidate[],
  features: ReadonlyMap<string, { localFeatures: string | null }>,
  palettes: Palettes,
  { localFeatures, palette }: QueryLook,
): RecognisedImage[] {
  const parts = localFeatures.flatMap((features) => unpacked(features) ?? []);
  const found = candidates
    .map((candidate) => {
      const whole = features.get(candidate.assetId)?.localFeatures;
      return { candidate, ...bestAgreement(whole ?? undefined, parts) };
    })
    .filter(({ corners, share }) => corners >= CORNERS_MIN && share >= SHARE_MIN)
    .sort((one, other) => other.corners - one.corners);
  const most = found[0]?.corners ?? 0;
  const containing = found
    .filter(({ corners }) => corners >= SHARE_OF_BEST_MIN * most)
    .map(({ candidate, share }): RecognisedImage => {
      const isDrawing = isFlat(palettes.get(candidate.assetId) ?? []) || isFlat(palette);
      return share >= FLAT_SHARE_MIN || !isDrawing ? { candidate, as: 'containsImage' } : { candidate };
    });
  return [
    ...containing.filter(({ as }) => as !== undefined),
    ...containing.filter(({ as }) => as === undefined),
  ];
}

/** In the size of the part that agrees best with the whole image. */
function bestAgreement(features: string | undefined, parts: readonly DescribedCopy[]): Agreement {
  const whole = features === undefined ? undefined : unpacked(features);
  if (whole === undefined) return NO_AGREEMENT;
  let best = NO_AGREEMENT;
  for (const part of parts) {
    const isTooLarge = part.width > LARGER_MAX * whole.width || part.height > LARGER_MAX * whole.height;
    if (isTooLarge) continue;
    const pairs = pairsOf(whole, part);
    // Not more corners agree than have a pair.
    if (pairs.length < CORNERS_MIN || pairs.length <= best.corners) continue;
    const agreement = agreementOf(pairs, whole, part);
    if (agreement.corners > best.corners) best = agreement;
  }
  return best;
}

/** Where a part lies in a whole image: a place of the part times `scale`, plus the shift. */
interface Placement {
  scale: number;
  x: number;
  y: number;
}

/** The sizes of the part are about 26 % apart. */
const SCALE_MAX = 1.18;
/** How far pairs may disagree about the shift, pixels; and for each pixel between them, because the scale is not known yet. */
const SHIFT_TOLERANCE_PX = 2.5;
const SCALE_TOLERANCE = 0.1;
/** How far a corner may be from its place, pixels. */
const PLACE_TOLERANCE_PX = 2.2;
/** Fewer agree by chance. */
const PAIRS_MIN = 4;
/** Nearer to the edge of a part its corners look different. */
const EDGE_PX = 5;
/** How far a part may reach over the edge of the whole image, pixels. */
const OVERHANG_PX = 6;

interface Agreement {
  /** Corners of the part that agree about its place in the whole image. */
  corners: number;
  /** As a share of the corners of the whole image at this place. */
  share: number;
}

const NO_AGREEMENT: Agreement = { corners: 0, share: 0 };

/** The place of the part in the whole image about which most corners agree. */
function agreementOf(pairs: readonly CornerPair[], whole: DescribedCopy, part: DescribedCopy): Agreement {
  let best = NO_AGREEMENT;
  for (const anchor of pairs) {
    if (!liesInside(shiftOf(anchor), whole, part)) continue;
    const supporters = supportersOf(pairs, anchor);
    if (supporters.length < Math.max(PAIRS_MIN, best.corners)) continue;
    const placement = placementOf(supporters);
    const corners = placement === undefined ? 0 : cornersAt(placement, pairs);
    if (placement !== undefined && corners > best.corners) {
      best = { corners, share: corners / Math.max(corners, expectedAt(placement, whole, part)) };
    }
  }
  return best;
}

function shiftOf({ part, whole }: CornerPair): { x: number; y: number } {
  return { x: whole.x - part.x, y: whole.y - part.y };
}

function liesInside({ x, y }: { x: number; y: number }, whole: DescribedCopy, part: DescribedCopy): boolean {
  return (
    Math.min(x, y) >= -OVERHANG_PX &&
    x + part.width <= whole.width + OVERHANG_PX &&
    y + part.height <= whole.height + OVERHANG_PX
  );
}

/** The pairs that have about the shift of this one. */
function supportersOf(pairs: readonly CornerPair[], anchor: CornerPair): CornerPair[] {
  const shift = shiftOf(anchor);
  const agrees = (off: number, distance: number): boolean =>
    Math.abs(off) <= SHIFT_TOLERANCE_PX + SCALE_TOLERANCE * Math.abs(distance);
  return pairs.filter(
    ({ part, whole }) =>
      agrees(whole.x - part.x - shift.x, part.x - anchor.part.x) &&
      agrees(whole.y - part.y - shift.y, part.y - anchor.part.y),
  );
}

/** Least squares; undefined when the pairs mean a part of another size. */
function placementOf(pairs: readonly CornerPair[]): Placement | undefined {
  const meanOf = (copy: keyof CornerPair, axis: 'x' | 'y'): number =>
    pairs.reduce((sum, pair) => sum + pair[copy][axis], 0) / pairs.length;
  const [fromX, fromY] = [meanOf('part', 'x'), meanOf('part', 'y')];
  const [toX, toY] = [meanOf('whole', 'x'), meanOf('whole', 'y')];
  let products = 0;
  let squares = 0;
  for (const { part, whole } of pairs) {
    const [x, y] = [part.x - fromX, part.y - fromY];
    products += x * (whole.x - toX) + y * (whole.y - toY);
    squares += x * x + y * y;
  }
  const scale = products / squares;
  // Also without any distance between them, where it is no number.
  if (!(scale <= SCALE_MAX && scale >= 1 / SCALE_MAX)) return undefined;
  return { scale, x: toX - scale * fromX, y: toY - scale * fromY };
}

/** How many different corners of the part lie at their places. */
function cornersAt({ scale, x, y }: Placement, pairs: readonly CornerPair[]): number {
  const atPlace = pairs.filter(
    ({ part, whole }) =>
      Math.hypot(scale * part.x + x - whole.x, scale * part.y + y - whole.y) <= PLACE_TOLERANCE_PX,
  );
  return new Set(atPlace.map(({ part }) => part.x * 256 + part.y)).size;
}

/** How many corners of the whole image lie at this place, not at its edge. */
function expectedAt({ scale, x, y }: Placement, whole: DescribedCopy, part: DescribedCopy): number {
  let expected = 0;
  for (let corner = 0; corner < whole.count; corner += 1) {
    const column = ((whole.xs[corner] ?? 0) - x) / scale;
    const row = ((whole.ys[corner] ?? 0) - y) / scale;
    const toEdge = Math.min(column, row, part.width - 1 - column, part.height - 1 - row);
    if (toEdge >= EDGE_PX) expected += 1;
  }
  return expected;
}
