import type { RgbPixels } from '../../src/domain/image.js';

const { max, min, round, sqrt } = Math;

interface Grey {
  values: Float32Array;
  width: number;
  height: number;
}

interface Corner {
  x: number;
  y: number;
  strength: number;
}

/**
 * Local features step by step, each over the whole image: the definition of what indexes store. Every intermediate image is
 * in single precision, and a mean moves along its line.
 */
export function plainFeatures(pixels: RgbPixels, countMax: number): string {
  const image = greyOf(pixels);
  const smooth = blur(image, 1);
  const described = spread(cornersOf(image), countMax, image).flatMap((corner) => [
    corner.x,
    corner.y,
    ...colourAt(pixels, corner),
    ...bitsOf(smooth, corner),
  ]);
  return Buffer.from([image.width - 1, image.height - 1, ...described]).toString('base64');
}

function greyOf({ data, width, height }: RgbPixels): Grey {
  const values = Float32Array.from({ length: width * height }, (_, at) => {
    const [red = 0, green = 0, blue = 0] = data.subarray(3 * at, 3 * at + 3);
    return 0.299 * red + 0.587 * green + 0.114 * blue;
  });
  return { values, width, height };
}

/** The mean of a square; the edge repeats outside. */
function blur({ values, width, height }: Grey, reach: number): Grey {
  const columns = new Float32Array(values.length);
  const blurred = new Float32Array(values.length);
  for (let y = 0; y < height; y += 1)
    meanLine(values, columns, { from: y * width, step: 1, count: width }, reach);
  for (let x = 0; x < width; x += 1)
    meanLine(columns, blurred, { from: x, step: width, count: height }, reach);
  return { values: blurred, width, height };
}

function meanLine(
  source: Float32Array,
  target: Float32Array,
  { from, step, count }: { from: number; step: number; count: number },
  reach: number,
): void {
  const valueAt = (place: number): number => source[from + min(count - 1, max(0, place)) * step] ?? 0;
  let sum = (reach + 1) * valueAt(0);
  for (let place = 1; place <= reach; place += 1) sum += valueAt(place);
  for (let place = 0; place < count; place += 1) {
    target[from + place * step] = sum / (2 * reach + 1);
    sum += valueAt(place + reach + 1) - valueAt(place - reach);
  }
}

function cornersOf(image: Grey): Corner[] {
  const strengths = strengthsOf(image);
  const corners: Corner[] = [];
  for (let y = 4; y < image.height - 4; y += 1) {
    for (let x = 4; x < image.width - 4; x += 1) {
      const strength = strengths[y * image.width + x] ?? 0;
      if (strength >= 30 && isPeak(strengths, image.width, { x, y, strength }))
        corners.push({ x, y, strength });
    }
  }
  return corners.sort((one, other) => other.strength - one.strength);
}

/** The smaller eigenvalue of the structure tensor. */
function strengthsOf({ values, width, height }: Grey): Float32Array {
  const products = (of: (across: number, down: number) => number): Float32Array => {
    const product = new Float32Array(values.length);
    for (let y = 1; y < height - 1; y += 1) {
      for (let at = y * width + 1; at < (y + 1) * width - 1; at += 1) {
        const across = (values[at + 1] ?? 0) - (values[at - 1] ?? 0);
        product[at] = of(across, (values[at + width] ?? 0) - (values[at - width] ?? 0));
      }
    }
    return blur({ values: product, width, height }, 2).values;
  };
  const a = products((across) => across * across);
  const b = products((_, down) => down * down);
  const c = products((across, down) => across * down);
  return Float32Array.from(values, (_, at) => {
    const [mean, half] = [((a[at] ?? 0) + (b[at] ?? 0)) / 2, ((a[at] ?? 0) - (b[at] ?? 0)) / 2];
    return mean - sqrt(half * half + (c[at] ?? 0) ** 2);
  });
}

/** Of equal neighbours the first one counts. */
function isPeak(strengths: Float32Array, width: number, { x, y, strength }: Corner): boolean {
  for (let row = -1; row <= 1; row += 1) {
    for (let column = -1; column <= 1; column += 1) {
      const neighbour = strengths[(y + row) * width + x + column] ?? 0;
      const isBefore = row < 0 || (row === 0 && column < 0);
      if (neighbour > strength || (neighbour === strength && isBefore)) return false;
    }
  }
  return true;
}

function spread(corners: readonly Corner[], countMax: number, { width, height }: Grey): readonly Corner[] {
  if (corners.length <= countMax) return corners;
  for (let distance = sqrt((width * height) / countMax); distance > 2; distance *= 0.8) {
    const kept: Corner[] = [];
    for (const { x, y, strength } of corners) {
      if (kept.length === countMax) break;
      if (!kept.some((other) => (other.x - x) ** 2 + (other.y - y) ** 2 < distance * distance))
        kept.push({ x, y, strength });
    }
    if (kept.length === countMax) return kept;
  }
  return corners.slice(0, countMax);
}

function colourAt({ data, width, height }: RgbPixels, { x, y }: Corner): number[] {
  const sums = [0, 0, 0];
  let count = 0;
  for (let row = max(0, y - 3); row <= min(height - 1, y + 3); row += 1) {
    for (let column = max(0, x - 3); column <= min(width - 1, x + 3); column += 1) {
      count += 1;
      for (const channel of [0, 1, 2])
        sums[channel] = (sums[channel] ?? 0) + (data[3 * (row * width + column) + channel] ?? 0);
    }
  }
  return sums.map((sum) => round(sum / count));
}

function bitsOf({ values, width, height }: Grey, { x, y }: Corner): Uint8Array {
  const bits = new Uint8Array(16);
  const at = (place: number): number => {
    const column = min(width - 1, max(0, x + (PLACES[place] ?? 0)));
    const row = min(height - 1, max(0, y + (PLACES[place + 1] ?? 0)));
    return values[row * width + column] ?? 0;
  };
  for (let bit = 0; bit < 128; bit += 1) {
    if (at(4 * bit) > at(4 * bit + 2) + 3) bits[bit >> 3] = (bits[bit >> 3] ?? 0) | (1 << (bit & 7));
  }
  return bits;
}

const PLACES = placesOf(128);

function placesOf(pairs: number): number[] {
  let state = 12_345;
  const next = (): number => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
  return Array.from({ length: 4 * pairs }, () => {
    const normal = 1.73 * (next() + next() + next() + next() - 2);
    return max(-12, min(12, round(normal * 6)));
  });
}
