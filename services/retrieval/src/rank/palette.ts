import { type Lab65, converter, differenceCiede2000 } from 'culori';
import { type Candidate, byScoreThenId } from '../index/candidate.js';
import type { Swatch } from '@imagesearch/facets/conditions';
import { roundScore } from './fusion.js';

/** Colours by asset id. */
export type Palettes = ReadonlyMap<string, readonly Swatch[]>;

/** Raises images that have a colour near the wanted one. It drops no image, and scores stay within 0 to 1. */
export function preferPalette(
  candidates: readonly Candidate[],
  palettes: Palettes,
  wantedHex: string,
): Candidate[] {
  const closeness = closenessTo(wantedHex);
  return candidates
    .map((candidate) => {
      const paletteCloseness = closeness(palettes.get(candidate.assetId) ?? []);
      return { ...candidate, paletteCloseness, score: blend(candidate.score, paletteCloseness) };
    })
    .sort(byScoreThenId);
}

/**
 * How much of an image has a colour near the wanted one, 0 to 1: the sum over its palette of
 * share × (1 − ΔE2000 / `DISTANCE_MAX`), of the share that a subject on a background has. A more distant colour adds 0.
 */
export function closenessTo(wantedHex: string): (palette: readonly Swatch[]) => number {
  const wanted = colorOf(wantedHex);
  return (palette) => {
    let sum = 0;
    for (const { hex, share } of palette) {
      sum += share * Math.max(0, 1 - distance(wanted, colorOf(hex)) / DISTANCE_MAX);
    }
    return Math.min(1, sum / SUBJECT_SHARE);
  };
}

/** Mean ΔE2000 from each colour of one palette to the nearest of the other; the larger of both directions. */
export function paletteDistanceBetween(one: readonly Swatch[], other: readonly Swatch[]): number {
  return Math.max(paletteDistance(one, other), paletteDistance(other, one));
}

/** Mean distance from each colour of `from`, weighted by share, to the nearest colour of `to`; 0 when both are unknown. */
function paletteDistance(from: readonly Swatch[], to: readonly Swatch[]): number {
  if (from.length === 0 || to.length === 0) return from.length === to.length ? 0 : Infinity;
  const targets = to.map(({ hex }) => colorOf(hex));
  let [sum, shares] = [0, 0];
  for (const { hex, share } of from) {
    const color = colorOf(hex);
    sum += share * Math.min(...targets.map((target) => distance(color, target)));
    shares += share;
  }
  return shares === 0 ? 0 : sum / shares;
}

/** A subject rarely fills its image: from this share on, more of the colour does not count. */
const SUBJECT_SHARE = 0.2;
/** The fused score has weight 1. This raises an image in the wanted colour by some fifty ranks of one list. */
const PALETTE_WEIGHT = 0.5;
/** ΔE2000 from which two colours have different names: red to orange is about 35, red to green above 80. */
const DISTANCE_MAX = 40;

const distance = differenceCiede2000();

/** The space of the distance: the wanted colour is converted once instead of for each candidate. */
const toLab = converter('lab65');

function colorOf(hex: string): Lab65 {
  const color = toLab(hex);
  if (color === undefined) throw new Error(`not a colour: ${hex}`);
  return color;
}

function blend(score: number, closeness: number): number {
  return roundScore((score + PALETTE_WEIGHT * closeness) / (1 + PALETTE_WEIGHT));
}
