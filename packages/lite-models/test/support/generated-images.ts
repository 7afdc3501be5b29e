import { seededRandom } from '../../src/word-vectors/seeded-random.js';

/** A colour from −1 to 1 a channel. */
type Colour = readonly [number, number, number];
type Painter = (x: number, y: number) => Colour;

const COLOURS: readonly Colour[] = [
  [1, 1, 1],
  [-1, -1, -1],
  [0, 0, 0],
  [0.8, -0.6, -0.6],
  [-0.6, 0.4, -0.5],
  [-0.6, -0.3, 0.8],
  [0.9, 0.7, -0.7],
  [0.4, 0.1, -0.2],
];

/**
 * Images that belong to no collection, as pixels in −1 … 1, row after row: for each background colour a shape of
 * each kind in another colour, and over all of them gradients, stripes and noise of several grains.
 */
export function generatedImages(side: number): Float32Array[] {
  return painters().map((paint) => {
    const pixels = new Float32Array(side * side * 3);
    for (let at = 0; at < side * side; at++) {
      pixels.set(paint(((at % side) + 0.5) / side, (Math.floor(at / side) + 0.5) / side), at * 3);
    }
    return pixels;
  });
}

function painters(): Painter[] {
  return COLOURS.flatMap((back, index): Painter[] => {
    const front = COLOURS[(index + 3) % COLOURS.length] ?? back;
    const pick = (inside: boolean) => (inside ? front : back);
    const grain = 4 << (index % 5);
    return [
      () => back,
      (x, y) => pick((x - 0.5) ** 2 + (y - 0.5) ** 2 < 0.1),
      (x, y) => pick(Math.abs(x - 0.45) < 0.3 && Math.abs(y - 0.55) < 0.2),
      (x, y) => pick(y > 0.2 && y < 0.8 && Math.abs(x - 0.5) < (y - 0.2) / 2),
      (x, y) => pick(Math.floor((x + y) * (4 + index)) % 2 === 0),
      (x, y) => mix(back, front, index % 2 === 0 ? x : y),
      (x, y) => mix(back, front, Math.min(1, 2 * ((x - 0.5) ** 2 + (y - 0.5) ** 2))),
      noise(grain, index + 1, back, front),
    ];
  });
}

function noise(grain: number, seed: number, back: Colour, front: Colour): Painter {
  const random = seededRandom(seed);
  const cells = Float32Array.from({ length: grain * grain }, random);
  return (x, y) => mix(back, front, cells[Math.floor(y * grain) * grain + Math.floor(x * grain)] ?? 0);
}

function mix(from: Colour, to: Colour, share: number): Colour {
  return [blend(from[0], to[0], share), blend(from[1], to[1], share), blend(from[2], to[2], share)];
}

function blend(from: number, to: number, share: number): number {
  return from + (to - from) * share;
}
