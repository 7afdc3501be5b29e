import { differenceCiede2000, formatHex, type Oklab as CuloriOklab } from 'culori';
import type { ColorBin } from './color-histogram.js';
import { squaredDistance, type Oklab } from './oklab.js';

export interface PaletteColor {
  /** `#rrggbb`. */
  hex: string;
  /** Share of all pixels, 0–1. */
  share: number;
}

interface Cluster {
  bins: ColorBin[];
  color: Oklab;
  share: number;
}

const COLORS_MAX = 6;
/** ΔE2000 under which two colours read as one in a palette (2.3 is the least that can be seen at all). */
const MERGE_DELTA_E = 8;
/** Share of the pixels under which a colour is detail, not palette. */
const SHARE_MIN = 0.02;

/** More clusters than colours wanted, so that a small vivid area has one of its own before the merging. */
const CLUSTERS_MAX = 16;
const ROUNDS_MAX = 12;
/** A bin with this much of its cluster is a flat colour as drawn; a mean would blend its soft edges in. */
const FLAT_SHARE = 0.5;

const deltaE2000 = differenceCiede2000();

/** Up to six colours, the largest share first. Deterministic: the same pixels give the same palette. */
export function paletteOf(histogram: readonly ColorBin[]): PaletteColor[] {
  return mergeSimilar(clusterBins(histogram))
    .filter(({ share }) => share >= SHARE_MIN)
    .sort((first, second) => second.share - first.share)
    .slice(0, COLORS_MAX)
    .map((cluster) => ({ hex: hexOf(typicalColor(cluster)), share: cluster.share }));
}

/** K-means over the bins, started from colours that are far apart and frequent. */
function clusterBins(histogram: readonly ColorBin[]): Cluster[] {
  let centers = distantCenters(histogram);
  let clusters: Cluster[] = [];
  for (let round = 0; round < ROUNDS_MAX; round += 1) {
    const groups = centers.map((): ColorBin[] => []);
    for (const bin of histogram) groups[nearestIndex(centers, bin.color)]?.push(bin);
    clusters = groups.filter((bins) => bins.length > 0).map(clusterOf);
    const moved =
      clusters.length !== centers.length || clusters.some(({ color }, at) => color.l !== centers[at]?.l);
    if (!moved) break;
    centers = clusters.map(({ color }) => color);
  }
  return clusters;
}

function distantCenters(histogram: readonly ColorBin[]): Oklab[] {
  const first = histogram[0];
  if (first === undefined) return [];
  const centers = [first.color];
  const distances = histogram.map(({ color }) => squaredDistance(color, first.color));
  while (centers.length < CLUSTERS_MAX) {
    let best: ColorBin | undefined;
    let bestWeight = 0;
    histogram.forEach((bin, at) => {
      const weight = bin.share * (distances[at] ?? 0);
      if (weight > bestWeight) [best, bestWeight] = [bin, weight];
    });
    if (best === undefined) break;
    const { color } = best;
    centers.push(color);
    histogram.forEach((bin, at) => {
      distances[at] = Math.min(distances[at] ?? 0, squaredDistance(bin.color, color));
    });
  }
  return centers;
}

function nearestIndex(centers: readonly Oklab[], color: Oklab): number {
  let nearest = 0;
  let nearestDistance = Infinity;
  centers.forEach((center, at) => {
    const distance = squaredDistance(center, color);
    if (distance < nearestDistance) [nearest, nearestDistance] = [at, distance];
  });
  return nearest;
}

/** Joins the two most similar clusters until all differ visibly. */
function mergeSimilar(clusters: Cluster[]): Cluster[] {
  let merged = clusters;
  for (;;) {
    let closest: [Cluster, Cluster] | undefined;
    let closestDelta = MERGE_DELTA_E;
    merged.forEach((first, at) => {
      for (const second of merged.slice(at + 1)) {
        const delta = deltaE2000(toCulori(typicalColor(first)), toCulori(typicalColor(second)));
        if (delta < closestDelta) [closest, closestDelta] = [[first, second], delta];
      }
    });
    if (closest === undefined) return merged;
    const [first, second] = closest;
    merged = merged.filter((cluster) => cluster !== first && cluster !== second);
    merged.push(clusterOf([...first.bins, ...second.bins]));
  }
}

function clusterOf(bins: ColorBin[]): Cluster {
  const color = { l: 0, a: 0, b: 0 };
  let share = 0;
  for (const bin of bins) {
    color.l += bin.color.l * bin.share;
    color.a += bin.color.a * bin.share;
    color.b += bin.color.b * bin.share;
    share += bin.share;
  }
  return { bins, share, color: { l: color.l / share, a: color.a / share, b: color.b / share } };
}

function typicalColor({ bins, color, share }: Cluster): Oklab {
  const largest = bins.reduce((first, second) => (second.share > first.share ? second : first));
  return largest.share >= FLAT_SHARE * share ? largest.color : color;
}

function hexOf(color: Oklab): string {
  return formatHex(toCulori(color));
}

function toCulori(color: Oklab): CuloriOklab {
  return { mode: 'oklab', ...color };
}
