import { differenceCiede2000, formatHex } from 'culori';
import { createRandom } from '@imagesearch/testkit/random';
import type { RgbPixels } from '../../src/domain/image.js';
import { draw, solid, type Rgb } from '../support/draw.js';

/** A drawn image, and what a signal must say of it. */
export interface Labelled<Truth> {
  pixels: RgbPixels;
  truth: Truth;
}

export interface Swatch {
  hex: string;
  share: number;
}

export type Side = 'left' | 'right' | 'top' | 'bottom';

const WIDTH = 480;
const HEIGHT = 320;

/** Flat greys and colours, ramps, halves and noise; the truth is computed from every pixel, not from what was meant. */
export function luminanceImages(): Labelled<number>[] {
  const greys = range(17).map((step) => flat(grey(Math.round((255 * step) / 16))));
  const tints = range(12).map((step) => flat(hsl(step * 30, 0.7, 0.5)));
  const ramps = range(8).map((step) => {
    const [low, high] = [step * 12, 255 - step * 10];
    return paint((x) => grey(low + ((high - low) * x) / (WIDTH - 1)));
  });
  const halves = range(7).map((step) => paint((x) => grey(x < (WIDTH * (step + 1)) / 8 ? 0 : 255)));
  const noisy = range(6).map((step) => withNoise(flat(grey(40 + step * 35)), step + 1, 12));
  return [...greys, ...tints, ...ramps, ...halves, ...noisy].map((pixels) => ({
    pixels,
    truth: exactLuminance(pixels),
  }));
}

/** Black and white, toned in one hue, and in colour. */
export function monochromeImages(): Labelled<boolean>[] {
  const tones = (colorOf: (tone: number) => Rgb): RgbPixels =>
    paint((x, y) => colorOf((255 * (x + y)) / (WIDTH + HEIGHT)));
  const casts = range(16).map((step) => {
    const cast = step % 4;
    const toned = tones((tone) => [tone + cast, tone, tone - cast]);
    return withNoise(toned, step, Math.floor(step / 4) * 2);
  });
  const hues = [35, 45, 210, 220, 280, 340, 150, 20];
  const toned = [0.14, 0.2].flatMap((strength) =>
    hues.map((hue) => tones((tone) => hsl(hue, strength, tone / 255))),
  );
  const discs = range(10).map((step) => {
    const color = hsl(step * 36, 0.8, 0.5);
    const radius = 72 + step * 6;
    return paint((x, y) => (Math.hypot(x - 240, y - 160) <= radius ? color : grey(250)));
  });
  const duos = range(10).map((step) =>
    paint((x, y) => hsl(step * 36 + (y < HEIGHT / 2 ? 0 : 90), 0.35, 0.2 + (0.6 * x) / WIDTH)),
  );
  return [
    ...[...casts, ...toned].map((pixels) => ({ pixels, truth: true })),
    ...[...discs, ...duos].map((pixels) => ({ pixels, truth: false })),
  ];
}

/** Stripes of two to six colours that look different, with known shares, clean and noisy. */
export function paletteImages(): Labelled<Swatch[]>[] {
  return range(48).map((step) => {
    const random = createRandom(1000 + step).uniform;
    const colors = differentColors(random, 2 + (step % 5));
    const weights = colors.map(() => 0.3 + random());
    const total = weights.reduce((sum, weight) => sum + weight, 0);
    const ends = weights.map((_, at) =>
      Math.round((WIDTH * weights.slice(0, at + 1).reduce((sum, weight) => sum + weight, 0)) / total),
    );
    const stripes = paint((x) => colors[ends.findIndex((end) => x < end)] ?? [0, 0, 0]);
    const truth = colors.map((color, at) => ({
      hex: hexOf(color),
      share: ((ends[at] ?? 0) - (ends[at - 1] ?? 0)) / WIDTH,
    }));
    return { pixels: withNoise(stripes, step, (step % 3) * 4), truth };
  });
}

/** A detailed subject at a known place on clean, noisy and ramped grounds, and images of nothing but texture. */
export function negSpaceImages(): Labelled<Side[]>[] {
  const grounds: [toneAt: (x: number, y: number) => number, deviation: number][] = [
    [() => 205, 0],
    [() => 40, 0],
    [() => 190, 6],
    [(x) => 120 + (100 * x) / WIDTH, 0],
    [(_x, y) => 230 - (110 * y) / HEIGHT, 3],
  ];
  /** Left, top, right and bottom of the subject, and the sides that it leaves clean. */
  const places: [readonly [number, number, number, number], Side[]][] = [
    [[0.02, 0.05, 0.3, 0.95], ['right']],
    [[0.7, 0.05, 0.98, 0.95], ['left']],
    [[0.05, 0.02, 0.95, 0.3], ['bottom']],
    [[0.05, 0.7, 0.95, 0.98], ['top']],
    [[0, 0, 0.5, 1], ['right']],
    [[0.5, 0, 1, 1], ['left']],
    [[0, 0, 1, 0.5], ['bottom']],
    [[0, 0.5, 1, 1], ['top']],
    [
      [0.36, 0.36, 0.64, 0.64],
      ['left', 'right', 'top', 'bottom'],
    ],
    [
      [0, 0, 0, 0],
      ['left', 'right', 'top', 'bottom'],
    ],
    [[0, 0, 1, 1], []],
    [
      [0.38, 0, 0.62, 1],
      ['left', 'right'],
    ],
  ];
  return grounds.flatMap(([toneAt, deviation], row) =>
    places.map(([[left, top, right, bottom], truth], column) => {
      const random = createRandom(77 + 16 * row + column).uniform;
      const isIn = (x: number, y: number): boolean =>
        x >= left * WIDTH && x < right * WIDTH && y >= top * HEIGHT && y < bottom * HEIGHT;
      // Blotches of 4 pixels: what is seen of foliage, a crowd or print.
      const blotches = range((WIDTH * HEIGHT) / 16).map(() => Math.floor(random() * 256));
      const drawn = paint((x, y) =>
        grey(isIn(x, y) ? (blotches[(y >> 2) * (WIDTH / 4) + (x >> 2)] ?? 0) : toneAt(x, y)),
      );
      return { pixels: withNoise(drawn, column, deviation), truth };
    }),
  );
}

/** Normally distributed noise of this standard deviation, as a camera's sensor adds to each channel. */
function withNoise({ data, width, height }: RgbPixels, seed: number, deviation: number): RgbPixels {
  const { normal } = createRandom(seed);
  const noisy = Uint8ClampedArray.from(data, (value) => value + deviation * normal());
  return { data: new Uint8Array(noisy.buffer), width, height };
}

/** Mean CIE L* / 100 of every pixel, by the definition (CIE 15:2004), without a table of L*. */
function exactLuminance({ data }: RgbPixels): number {
  let sum = 0;
  for (let at = 0; at < data.length; at += 3) {
    const y =
      0.2126 * (LINEAR[data[at] ?? 0] ?? 0) +
      0.7152 * (LINEAR[data[at + 1] ?? 0] ?? 0) +
      0.0722 * (LINEAR[data[at + 2] ?? 0] ?? 0);
    sum += y > 216 / 24389 ? 1.16 * cbrt(y) - 0.16 : (24389 / 27 / 100) * y;
  }
  return sum / (data.length / 3);
}

const { cbrt } = Math;
/** Linear light of each 8-bit value (IEC 61966-2-1). */
const LINEAR = Float64Array.from({ length: 256 }, (_, value) => {
  const share = value / 255;
  return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
});

const DIFFERENT_DELTA_E = 22;
const deltaE = differenceCiede2000();

function differentColors(random: () => number, count: number): Rgb[] {
  const colors: Rgb[] = [];
  while (colors.length < count) {
    const color: Rgb = [30 + random() * 195, 30 + random() * 195, 30 + random() * 195];
    const rounded: Rgb = [Math.round(color[0]), Math.round(color[1]), Math.round(color[2])];
    if (colors.every((other) => deltaE(hexOf(other), hexOf(rounded)) > DIFFERENT_DELTA_E))
      colors.push(rounded);
  }
  return colors;
}

function hexOf([red, green, blue]: Rgb): string {
  return formatHex({ mode: 'rgb', r: red / 255, g: green / 255, b: blue / 255 });
}

function hsl(hue: number, saturation: number, lightness: number): Rgb {
  const strength = saturation * Math.min(lightness, 1 - lightness);
  const channel = (offset: number): number => {
    const turn = (offset + hue / 30) % 12;
    return Math.round(255 * (lightness - strength * Math.max(-1, Math.min(turn - 3, 9 - turn, 1))));
  };
  return [channel(0), channel(8), channel(4)];
}

const paint = (colorAt: (x: number, y: number) => Rgb): RgbPixels => draw(WIDTH, HEIGHT, colorAt);
const flat = (color: Rgb): RgbPixels => solid(WIDTH, HEIGHT, color);

function grey(tone: number): Rgb {
  return [tone, tone, tone];
}

function range(length: number): number[] {
  return Array.from({ length }, (_, at) => at);
}
