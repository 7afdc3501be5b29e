import type { ShownImage } from '../api/types.js';

export interface Seen {
  colours: string[];
  sources: string[];
  licences: string[];
}

const COLOURS_MAX = 12;
/** Squared distance in RGB below which two swatches look alike. */
const ALIKE_MAX = 56 ** 2;

/** What the images of an answer have, for the filter panel to offer: the most frequent first. */
export function seenIn(images: readonly ShownImage[]): Seen {
  const colours: string[] = [];
  for (const colour of byFrequency(images.flatMap(({ cv }) => cv.palette))) {
    if (colours.length === COLOURS_MAX) break;
    if (!colours.some((other) => isAlike(colour, other))) colours.push(colour);
  }
  return {
    colours,
    sources: byFrequency(images.map(({ source }) => source)),
    licences: byFrequency(images.map(({ license }) => license)),
  };
}

function byFrequency(values: readonly string[]): string[] {
  const counts = new Map<string, number>();
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
  return [...counts].sort(([, a], [, b]) => b - a).map(([value]) => value);
}

function isAlike(a: string, b: string): boolean {
  const [ar = 0, ag = 0, ab = 0] = channels(a);
  const [br = 0, bg = 0, bb = 0] = channels(b);
  return (ar - br) ** 2 + (ag - bg) ** 2 + (ab - bb) ** 2 < ALIKE_MAX;
}

function channels(colour: string): number[] {
  return [1, 3, 5].map((at) => Number.parseInt(colour.slice(at, at + 2), 16));
}
