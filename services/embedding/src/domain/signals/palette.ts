import { converter, differenceCiede2000, formatHex, type Lab65 } from 'culori';
import type { Color } from './colors.js';
import type { Oklab } from './color-space.js';

export interface PaletteColor {
  /** `#rrggbb`. */
  hex: string;
  /** Share of all pixels, 0–1. */
  share: number;
}

interface Cluster {
  colors: readonly Color[];
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
/** A colour with this share of its cluster is a flat colour; a mean would include its soft edges. */
const FLAT_SHARE = 0.5;

/** ΔE2000 of two colours (Sharma, Wu, Dalal 2005) in CIELAB under D65, sRGB's own white. */
const deltaE2000 = differenceCiede2000();
const toLab = converter('lab65');

/** Up to six colours, the largest share first. Deterministic: the same pixels give the same palette. */
export function paletteOf(colors: readonly Color[]): PaletteColor[] {
  return mergeSimilar(clustersOf(colors))
    .filter(({ share }) => share >= SHARE_MIN)
    .sort((first, second) => second.share - first.share)
    .slice(0, COLORS_MAX)
    .map(({ typical, share }) => ({ hex: formatHex(typical), share }));
}

/** K-means; the start colours are frequent and far apart. */
function clustersOf(colors: readonly Color[]): Cluster[] {
  let centers = distantCenters(colors);
  let groups: Color[][] = [];
  let nearest = new Uint8Array(colors.length);
  for (let round = 0; round < ROUNDS_MAX; round += 1) {
    const before = nearest;
    nearest = nearestOf(colors, centers, before);
    if (round > 0 && nearest.every((center, at) => center === before[at])) break;
    groups = centers.map(() => []);
    for (const [at, color] of colors.entries()) groups[nearest[at] ?? 0]?.push(color);
    centers = centers.map((center, at) => meanOf(groups[at] ?? []) ?? center);
  }
  return groups.filter((group) => group.length > 0).map(clusterOf);
}

/** The centre that is nearest to each colour. Of equally near ones that of before stays, else the first counts. */
function nearestOf(
  colors: readonly Color[],
  centers: readonly Oklab[],
  before: Uint8Array,
): Uint8Array<ArrayBuffer> {
  // Plain numbers: there are a million distances in an image of many colours.
  const flat = Float64Array.from(centers.flatMap(({ l, a, b }) => [l, a, b]));
  return Uint8Array.from(colors, (color, at) => {
    let best = 0;
    let bestDistance = Infinity;
    for (let center = 0; center < centers.length; center += 1) {
      const l = color.l - (flat[3 * center] ?? 0);
      const a = color.a - (flat[3 * center + 1] ?? 0);
      const b = color.b - (flat[3 * center + 2] ?? 0);
      const distance = l * l + a * a + b * b;
      if (distance < bestDistance || (distance === bestDistance && center === before[at])) {
        best = center;
        bestDistance = distance;
      }
    }
    return best;
  });
}

/** The most frequent colour, then repeatedly the one farthest from the earlier ones, weighted by its share. */
function distantCenters(colors: readonly Color[]): Oklab[] {
  const distances = new Float64Array(colors.length).fill(1);
  const centers: Oklab[] = [];
  while (centers.length < CLUSTERS_MAX) {
    let best: Color | undefined;
    let bestWeight = 0;
    for (const [at, color] of colors.entries()) {
      const weight = color.share * (distances[at] ?? 0);
      if (weight > bestWeight) [best, bestWeight] = [color, weight];
    }
    if (best === undefined) break;
    centers.push({ l: best.l, a: best.a, b: best.b });
    for (const [at, color] of colors.entries())
      distances[at] = Math.min(distances[at] ?? 0, squaredDistance(color, best));
  }
  return centers;
}

function squaredDistance(one: Oklab, other: Oklab): number {
  const [l, a, b] = [one.l - other.l, one.a - other.a, one.b - other.b];
  return l * l + a * a + b * b;
}

function mergeSimilar(clusters: Cluster[]): Cluster[] {
  const closest = { delta: MERGE_DELTA_E, pair: [] as Cluster[] };
  for (const [at, first] of clusters.entries()) {
    for (const second of clusters.slice(at + 1)) {
      const delta = deltaE2000(first.typical, second.typical);
      if (delta < closest.delta) Object.assign(closest, { delta, pair: [first, second] });
    }
  }
  if (closest.pair.length === 0) return clusters;
  const joined = clusterOf(closest.pair.flatMap(({ colors }) => colors));
  return mergeSimilar([joined, ...clusters.filter((cluster) => !closest.pair.includes(cluster))]);
}

function clusterOf(colors: readonly Color[]): Cluster {
  const share = colors.reduce((sum, color) => sum + color.share, 0);
  const largest = colors.reduce((most, color) => (color.share > most.share ? color : most));
  const isFlat = largest.share >= FLAT_SHARE * share;
  const { l, a, b } = isFlat ? largest : (meanOf(colors) ?? largest);
  return { colors, share, typical: toLab({ mode: 'oklab', l, a, b }) };
}

/** Weighted by shares; undefined for no colours. */
function meanOf(colors: readonly Color[]): Oklab | undefined {
  if (colors.length === 0) return undefined;
  const sum = { l: 0, a: 0, b: 0, share: 0 };
  for (const { l, a, b, share } of colors) {
    sum.l += l * share;
    sum.a += a * share;
    sum.b += b * share;
    sum.share += share;
  }
  return { l: sum.l / sum.share, a: sum.a / sum.share, b: sum.b / sum.share };
}
