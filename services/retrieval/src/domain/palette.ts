import { converter, differenceCiede2000, type Lab65 } from 'culori';
import { byScoreThenId, type Candidate } from './candidate.js';
import { roundScore } from './fusion.js';
import type { Swatch } from './point.js';

/**
 * Moves images with a colour near the wanted one up. A preference: nothing is dropped, and scores
 * stay within 0 to 1.
 */
export function preferPalette(candidates: readonly Candidate[], wantedHex: string): Candidate[] {
  const closeness = closenessTo(wantedHex);
  return candidates
    .map((candidate) => ({ ...candidate, score: blend(candidate.score, closeness(candidate.palette)) }))
    .sort(byScoreThenId);
}

/**
 * How much of an image is in a colour near the wanted one, 0 to 1: the sum over its palette of
 * share × (1 − ΔE2000 / `DISTANCE_MAX`), and a colour farther than that counts nothing.
 */
export function closenessTo(wantedHex: string): (palette: readonly Swatch[]) => number {
  const wanted = colorOf(wantedHex);
  return (palette) => {
    let sum = 0;
    for (const { hex, share } of palette) {
      sum += share * Math.max(0, 1 - distance(wanted, colorOf(hex)) / DISTANCE_MAX);
    }
    return Math.min(1, sum);
  };
}

/** Against 1 for the fused score: enough to lift an image in the colour over some twenty ranks, not over all. */
const PALETTE_WEIGHT = 0.5;

/** ΔE2000 at which two colours share no name: red to orange is about 35, red to green above 80. */
const DISTANCE_MAX = 40;

const distance = differenceCiede2000();
/** The space that the distance is taken in, so that the wanted colour is converted once and not a thousand times. */
const toLab = converter('lab65');

function colorOf(hex: string): Lab65 {
  const color = toLab(hex);
  if (color === undefined) throw new Error(`not a colour: ${hex}`);
  return color;
}

function blend(score: number, closeness: number): number {
  return roundScore((score + PALETTE_WEIGHT * closeness) / (1 + PALETTE_WEIGHT));
}
