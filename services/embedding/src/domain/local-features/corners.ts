import { cornerStrengths } from './corner-strengths.js';
import type { GreyImage } from './grey-image.js';

/** Nearer to the edge a crop shows other surroundings. */
export const MARGIN_PX = 4;
/** More than any image that is described has. With the 32 bits of a strength, a whole number holds both. */
const PIXELS_MAX = 2 ** 20;

/** Places where brightness changes in every direction, in `values` of the image, the strongest first. */
export function cornersOf(image: GreyImage): Int32Array {
  const { width, height } = image;
  const strengths = cornerStrengths(image);
  // A strength is above 0, so that its bits are in the order of strengths.
  const order = new Uint32Array(strengths.buffer);
  const peaks = new Float64Array(peaksMax(image));
  let count = 0;
  for (let y = MARGIN_PX; y < height - MARGIN_PX; y += 1) {
    const end = (y + 1) * width - MARGIN_PX;
    for (let at = y * width + MARGIN_PX; at < end; at += 1) {
      if (strengths[at] === 0 || !isPeak(strengths, at, width)) continue;
      // Of equal ones the first comes first.
      peaks[count] = (order[at] ?? 0) * PIXELS_MAX + (PIXELS_MAX - 1 - at);
      count += 1;
    }
  }
  return placesOf(peaks.subarray(0, count).sort());
}

/** No two peaks are neighbours. */
function peaksMax({ width, height }: GreyImage): number {
  const half = (edge: number): number => Math.max(0, Math.ceil((edge - 2 * MARGIN_PX) / 2));
  return half(width) * half(height);
}

function placesOf(peaks: Float64Array): Int32Array {
  const places = new Int32Array(peaks.length);
  for (let at = 0; at < peaks.length; at += 1) {
    const peak = peaks[peaks.length - 1 - at] ?? 0;
    const strength = Math.floor(peak / PIXELS_MAX);
    places[at] = PIXELS_MAX - 1 - (peak - strength * PIXELS_MAX);
  }
  return places;
}

/** Whether no neighbour is stronger; of equal neighbours the first one counts. */
function isPeak(strengths: Float32Array, at: number, width: number): boolean {
  const strength = strengths[at] ?? 0;
  const [above, below] = [at - width, at + width];
  return (
    strength > (strengths[at - 1] ?? 0) &&
    strength >= (strengths[at + 1] ?? 0) &&
    strength > (strengths[above] ?? 0) &&
    strength >= (strengths[below] ?? 0) &&
    strength > (strengths[above - 1] ?? 0) &&
    strength > (strengths[above + 1] ?? 0) &&
    strength >= (strengths[below - 1] ?? 0) &&
    strength >= (strengths[below + 1] ?? 0)
  );
}
