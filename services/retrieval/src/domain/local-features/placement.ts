import type { CornerPairs } from './corner-pairs.js';
import type { DescribedCopy } from './described-copy.js';

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

export interface Agreement {
  /** Corners of the part that agree about its place in the whole image. */
  corners: number;
  /** As a share of the corners of the whole image at this place. */
  share: number;
}

export const NO_AGREEMENT: Agreement = { corners: 0, share: 0 };

/** The place of the part in the whole image about which most corners agree. */
export function agreementOf(pairs: CornerPairs, whole: DescribedCopy, part: DescribedCopy): Agreement {
  let best = NO_AGREEMENT;
  for (let anchor = 0; anchor < pairs.count; anchor += 1) {
    if (!liesInside(shiftOf(pairs, anchor), whole, part)) continue;
    const supporters = supportersOf(pairs, anchor);
    if (supporters.length < Math.max(PAIRS_MIN, best.corners)) continue;
    const placement = placementOf(pairs, supporters);
    const corners = placement === undefined ? 0 : cornersAt(placement, pairs);
    if (placement !== undefined && corners > best.corners) {
      best = { corners, share: corners / Math.max(corners, expectedAt(placement, whole, part)) };
    }
  }
  return best;
}

function shiftOf({ partX, partY, wholeX, wholeY }: CornerPairs, pair: number): { x: number; y: number } {
  return { x: (wholeX[pair] ?? 0) - (partX[pair] ?? 0), y: (wholeY[pair] ?? 0) - (partY[pair] ?? 0) };
}

function liesInside({ x, y }: { x: number; y: number }, whole: DescribedCopy, part: DescribedCopy): boolean {
  return (
    Math.min(x, y) >= -OVERHANG_PX &&
    x + part.width <= whole.width + OVERHANG_PX &&
    y + part.height <= whole.height + OVERHANG_PX
  );
}

/** The pairs that have about the shift of this one. */
function supportersOf(pairs: CornerPairs, anchor: number): number[] {
  const { count, partX, partY, wholeX, wholeY } = pairs;
  const shift = shiftOf(pairs, anchor);
  const [fromX = 0, fromY = 0] = [partX[anchor], partY[anchor]];
  const supporters: number[] = [];
  for (let pair = 0; pair < count; pair += 1) {
    const [x = 0, y = 0] = [partX[pair], partY[pair]];
    const offX = Math.abs((wholeX[pair] ?? 0) - x - shift.x);
    const offY = Math.abs((wholeY[pair] ?? 0) - y - shift.y);
    if (
      offX <= SHIFT_TOLERANCE_PX + SCALE_TOLERANCE * Math.abs(x - fromX) &&
      offY <= SHIFT_TOLERANCE_PX + SCALE_TOLERANCE * Math.abs(y - fromY)
    )
      supporters.push(pair);
  }
  return supporters;
}

/** Least squares; undefined when the pairs mean a part of another size. */
function placementOf(
  { partX, partY, wholeX, wholeY }: CornerPairs,
  among: readonly number[],
): Placement | undefined {
  const mean = (values: Uint8Array): number =>
    among.reduce((sum, pair) => sum + (values[pair] ?? 0), 0) / among.length;
  const [fromX, fromY, toX, toY] = [mean(partX), mean(partY), mean(wholeX), mean(wholeY)];
  let products = 0;
  let squares = 0;
  for (const pair of among) {
    const [x, y] = [(partX[pair] ?? 0) - fromX, (partY[pair] ?? 0) - fromY];
    products += x * ((wholeX[pair] ?? 0) - toX) + y * ((wholeY[pair] ?? 0) - toY);
    squares += x * x + y * y;
  }
  const scale = products / squares;
  // Also without any distance between them, where it is no number.
  if (!(scale <= SCALE_MAX && scale >= 1 / SCALE_MAX)) return undefined;
  return { scale, x: toX - scale * fromX, y: toY - scale * fromY };
}

/** How many different corners of the part lie at their places. */
function cornersAt({ scale, x, y }: Placement, pairs: CornerPairs): number {
  const corners = new Set<number>();
  for (let pair = 0; pair < pairs.count; pair += 1) {
    const [fromX = 0, fromY = 0, toX = 0, toY = 0] = [
      pairs.partX[pair],
      pairs.partY[pair],
      pairs.wholeX[pair],
      pairs.wholeY[pair],
    ];
    const off = Math.hypot(scale * fromX + x - toX, scale * fromY + y - toY);
    if (off <= PLACE_TOLERANCE_PX) corners.add(fromX * 256 + fromY);
  }
  return corners.size;
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
