import { converter, differenceCiede2000, formatHex, type Lab65 } from 'culori';
import type { ColorHistogram } from './color-histogram.js';
import type { Oklab } from './color-space.js';

export interface PaletteColor {
  /** `#rrggbb`. */
  hex: string;
  /** Share of all pixels, 0–1. */
  share: number;
}

interface Cluster {
  bins: number[];
  share: number;
  /** The mean colour, or the flat colour of most of the cluster; for the palette and for comparing clusters. */
  typical: Lab65;
}

const COLORS_MAX = 6;
/** ΔE2000 below which two colours count as one in a palette (2.3 is the smallest visible difference). */
const MERGE_DELTA_E = 8;
const SHARE_MIN = 0.02;

/** More clusters than colours, so that a small vivid area gets its own cluster before merging. */
const CLUSTERS_MAX = 16;
const ROUNDS_MAX = 12;
/** A bin with this share of its cluster is a flat colour; a mean would include its soft edges. */
const FLAT_SHARE = 0.5;

/** ΔE2000 of two colours (Sharma, Wu, Dalal 2005) in CIELAB under D65, sRGB's own white. */
const deltaE2000 = differenceCiede2000();
const toLab = converter('lab65');

/** Up to six colours, the largest share first. Deterministic: the same pixels give the same palette. */
export function paletteOf(histogram: ColorHistogram): PaletteColor[] {
  return mergeSimilar(histogram, clusterBins(histogram))
    .filter(({ share }) => share >= SHARE_MIN)
    .sort((first, second) => second.share - first.share)
    .slice(0, COLORS_MAX)
    .map(({ typical, share }) => ({ hex: formatHex(typical), share }));
}

/** K-means over the bins; the start colours are frequent and far apart. */
function clusterBins(histogram: ColorHistogram): Cluster[] {
  const nearest = new Uint8Array(histogram.size);
  let centers = distantCenters(histogram);
  for (let round = 0; round < ROUNDS_MAX; round += 1) {
    const moved = assign(histogram, centers, nearest) || round === 0;
    if (!moved) break;
    centers = meansOf(histogram, centers, nearest);
  }
  const groups = centers.map((): number[] => []);
  for (let at = 0; at < nearest.length; at += 1) groups[nearest[at] ?? 0]?.push(at);
  return groups.filter((bins) => bins.length > 0).map((bins) => clusterOf(histogram, bins));
}

function meansOf(
  { size, l, a, b, share }: ColorHistogram,
  centers: readonly Oklab[],
  nearest: Uint8Array,
): Oklab[] {
  const sums = new Float64Array(4 * centers.length);
  for (let at = 0; at < size; at += 1) {
    const own = share[at] ?? 0;
    const sum = 4 * (nearest[at] ?? 0);
    sums[sum] = (sums[sum] ?? 0) + own * (l[at] ?? 0);
    sums[sum + 1] = (sums[sum + 1] ?? 0) + own * (a[at] ?? 0);
    sums[sum + 2] = (sums[sum + 2] ?? 0) + own * (b[at] ?? 0);
    sums[sum + 3] = (sums[sum + 3] ?? 0) + own;
  }
  return centers.map((center, index) => {
    const [sumL = 0, sumA = 0, sumB = 0, whole = 0] = sums.subarray(4 * index, 4 * index + 4);
    return whole === 0 ? center : { l: sumL / whole, a: sumA / whole, b: sumB / whole };
  });
}

/** K-means step; returns whether any bin changed. Of equally near centres that of before stays, else the first counts. */
function assign({ size, l, a, b }: ColorHistogram, centers: readonly Oklab[], nearest: Uint8Array): boolean {
  // Plain numbers: there are a million distances in an image of many colours.
  const flat = Float64Array.from(centers.flatMap((center) => [center.l, center.a, center.b]));
  let changed = false;
  for (let at = 0; at < size; at += 1) {
    const before = nearest[at] ?? 0;
    let best = before;
    let bestDistance = Infinity;
    for (let center = 0, from = 0; from < flat.length; center += 1, from += 3) {
      const toL = (l[at] ?? 0) - (flat[from] ?? 0);
      const toA = (a[at] ?? 0) - (flat[from + 1] ?? 0);
      const toB = (b[at] ?? 0) - (flat[from + 2] ?? 0);
      const distance = toL * toL + toA * toA + toB * toB;
      if (distance < bestDistance || (distance === bestDistance && center === before)) {
        best = center;
        bestDistance = distance;
      }
    }
    if (best !== before) {
      changed = true;
      nearest[at] = best;
    }
  }
  return changed;
}

/** The most frequent colour, then repeatedly the one farthest from the earlier ones, weighted by its share. */
function distantCenters(histogram: ColorHistogram): Oklab[] {
  const { size, l, a, b, share } = histogram;
  if (size === 0) return [];
  const distances = new Float64Array(size).fill(1);
  const centers: Oklab[] = [];
  while (centers.length < CLUSTERS_MAX) {
    let best = -1;
    let bestWeight = 0;
    for (let at = 0; at < size; at += 1) {
      const weight = (share[at] ?? 0) * (distances[at] ?? 0);
      if (weight > bestWeight) [best, bestWeight] = [at, weight];
    }
    if (best === -1) break;
    const center = colorAt(histogram, best);
    centers.push(center);
    for (let at = 0; at < size; at += 1) {
      const toL = (l[at] ?? 0) - center.l;
      const toA = (a[at] ?? 0) - center.a;
      const toB = (b[at] ?? 0) - center.b;
      const distance = toL * toL + toA * toA + toB * toB;
      if (distance < (distances[at] ?? 0)) distances[at] = distance;
    }
  }
  return centers;
}

function mergeSimilar(histogram: ColorHistogram, clusters: readonly Cluster[]): Cluster[] {
  let kept = [...clusters];
  let pairs = kept.flatMap((first, at) => pairsOf(first, kept.slice(at + 1)));
  for (;;) {
    const closest = pairs.reduce<Pair | undefined>(
      (best, pair) => (pair.delta < (best?.delta ?? MERGE_DELTA_E) ? pair : best),
      undefined,
    );
    if (closest === undefined) return kept;
    const { first, second } = closest;
    const joined = clusterOf(histogram, [...first.bins, ...second.bins]);
    const isOther = (cluster: Cluster): boolean => cluster !== first && cluster !== second;
    kept = kept.filter(isOther);
    pairs = pairs.filter((pair) => isOther(pair.first) && isOther(pair.second));
    pairs.push(...pairsOf(joined, kept));
    kept.push(joined);
  }
}

interface Pair {
  first: Cluster;
  second: Cluster;
  delta: number;
}

function pairsOf(first: Cluster, others: readonly Cluster[]): Pair[] {
  return others.map((second) => ({ first, second, delta: deltaE2000(first.typical, second.typical) }));
}

function clusterOf(histogram: ColorHistogram, bins: number[]): Cluster {
  const sum = { l: 0, a: 0, b: 0 };
  let share = 0;
  let largest = bins[0] ?? 0;
  for (const at of bins) {
    const own = histogram.share[at] ?? 0;
    const color = colorAt(histogram, at);
    sum.l += color.l * own;
    sum.a += color.a * own;
    sum.b += color.b * own;
    share += own;
    if (own > (histogram.share[largest] ?? 0)) largest = at;
  }
  const color = { l: sum.l / share, a: sum.a / share, b: sum.b / share };
  const isFlat = (histogram.share[largest] ?? 0) >= FLAT_SHARE * share;
  const typical = toLab({ mode: 'oklab', ...(isFlat ? colorAt(histogram, largest) : color) });
  return { bins, share, typical };
}

function colorAt({ l, a, b }: ColorHistogram, at: number): Oklab {
  return { l: l[at] ?? 0, a: a[at] ?? 0, b: b[at] ?? 0 };
}
