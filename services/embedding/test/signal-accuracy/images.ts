import { differenceCiede2000, formatHex } from 'culori';
import { createRandom } from '@imagesearch/testkit/random';
import { paint, withNoise, type Canvas, type Rgb } from './canvas.js';

/** A generated image and what a signal must say of it. */
export interface Labelled<Truth> {
  name: string;
  canvas: Canvas;
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
  const greys = range(17).map((step): [string, Canvas] => {
    const value = Math.round((255 * step) / 16);
    return [`grey ${value}`, flat([value, value, value])];
  });
  const tints = range(12).map((step): [string, Canvas] => [
    `tint ${step * 30}°`,
    flat(hsl(step * 30, 0.7, 0.5)),
  ]);
  const ramps = range(8).map((step): [string, Canvas] => {
    const [low, high] = [step * 12, 255 - step * 10];
    return [`ramp ${low}–${high}`, paint(WIDTH, HEIGHT, (x) => grey(low + ((high - low) * x) / (WIDTH - 1)))];
  });
  const halves = range(7).map((step): [string, Canvas] => {
    const edge = (WIDTH * (step + 1)) / 8;
    return [`${step + 1} eighths black`, paint(WIDTH, HEIGHT, (x) => grey(x < edge ? 0 : 255))];
  });
  const noisy = range(6).map((step): [string, Canvas] => [
    `noisy grey ${40 + step * 35}`,
    withNoise(flat(grey(40 + step * 35)), step + 1, 12),
  ]);
  return [...greys, ...tints, ...ramps, ...halves, ...noisy].map(([name, canvas]) => ({
    name,
    canvas,
    truth: exactLuminance(canvas),
  }));
}

/** Black and white, toned in one hue, and in colour. */
export function monochromeImages(): Labelled<boolean>[] {
  const tones = (colorOf: (tone: number) => Rgb): Canvas =>
    paint(WIDTH, HEIGHT, (x, y) => colorOf((255 * (x + y)) / (WIDTH + HEIGHT)));
  const grey16 = range(16).map((step): Labelled<boolean> => {
    const cast = step % 4;
    const canvas = withNoise(
      tones((tone) => [tone + cast, tone, tone - cast]),
      step,
      Math.floor(step / 4) * 2,
    );
    return { name: `grey, cast ${cast}, noise ${Math.floor(step / 4) * 2}`, canvas, truth: true };
  });
  const toned = range(16).map((step): Labelled<boolean> => {
    const hue = [35, 45, 210, 220, 280, 340, 150, 20][step % 8] ?? 0;
    const strength = step < 8 ? 0.14 : 0.2;
    const canvas = tones((tone) => hsl(hue, strength, tone / 255));
    return { name: `toned ${hue}° at ${strength}`, canvas, truth: true };
  });
  const shapes = range(10).map((step): Labelled<boolean> => {
    const color = hsl(step * 36, 0.8, 0.5);
    const canvas = paint(WIDTH, HEIGHT, (x, y) =>
      inDisc(x, y, 240, 160, 72 + step * 6) ? color : grey(250),
    );
    return { name: `a disc of ${step * 36}° on white`, canvas, truth: false };
  });
  const duos = range(10).map((step): Labelled<boolean> => {
    const canvas = paint(WIDTH, HEIGHT, (x, y) =>
      hsl(step * 36 + (y < HEIGHT / 2 ? 0 : 90), 0.35, 0.2 + (0.6 * x) / WIDTH),
    );
    return { name: `pale ${step * 36}° and ${step * 36 + 90}°`, canvas, truth: false };
  });
  return [...grey16, ...toned, ...shapes, ...duos];
}

/** Stripes of two to six colours that look different, with known shares, clean and noisy. */
export function paletteImages(): Labelled<Swatch[]>[] {
  return range(48).map((step) => {
    const random = createRandom(1000 + step).uniform;
    const count = 2 + (step % 5);
    const colors = differentColors(random, count);
    const weights = colors.map(() => 0.3 + random());
    const total = weights.reduce((sum, weight) => sum + weight, 0);
    const ends = weights.map((_, at) =>
      Math.round((WIDTH * weights.slice(0, at + 1).reduce((sum, weight) => sum + weight, 0)) / total),
    );
    const canvas = paint(WIDTH, HEIGHT, (x) => colors[ends.findIndex((end) => x < end)] ?? [0, 0, 0]);
    const deviation = (step % 3) * 4;
    const truth = colors.map((color, at) => ({
      hex: hexOf(color),
      share: ((ends[at] ?? 0) - (ends[at - 1] ?? 0)) / WIDTH,
    }));
    return {
      name: `${count} colours, noise ${deviation}`,
      canvas: withNoise(canvas, step, deviation),
      truth,
    };
  });
}

/** A detailed subject at a known place on clean, noisy and ramped grounds, and images of nothing but texture. */
export function negSpaceImages(): Labelled<Side[]>[] {
  const grounds: [string, (x: number, y: number) => number, number][] = [
    ['flat', () => 205, 0],
    ['dark', () => 40, 0],
    ['noisy', () => 190, 6],
    ['ramp across', (x) => 120 + (100 * x) / WIDTH, 0],
    ['ramp down', (_x, y) => 230 - (110 * y) / HEIGHT, 3],
  ];
  const places: [string, readonly [number, number, number, number], Side[]][] = [
    ['left', [0.02, 0.05, 0.3, 0.95], ['right']],
    ['right', [0.7, 0.05, 0.98, 0.95], ['left']],
    ['top', [0.05, 0.02, 0.95, 0.3], ['bottom']],
    ['bottom', [0.05, 0.7, 0.95, 0.98], ['top']],
    ['the left half', [0, 0, 0.5, 1], ['right']],
    ['the right half', [0.5, 0, 1, 1], ['left']],
    ['the upper half', [0, 0, 1, 0.5], ['bottom']],
    ['the lower half', [0, 0.5, 1, 1], ['top']],
    ['the middle', [0.36, 0.36, 0.64, 0.64], ['left', 'right', 'top', 'bottom']],
    ['nowhere', [0, 0, 0, 0], ['left', 'right', 'top', 'bottom']],
    ['everywhere', [0, 0, 1, 1], []],
    ['the middle column', [0.38, 0, 0.62, 1], ['left', 'right']],
  ];
  return grounds.flatMap(([ground, toneAt, deviation], row) =>
    places.map(([place, [left, top, right, bottom], truth], column) => {
      const random = createRandom(77 + 16 * row + column).uniform;
      const isIn = (x: number, y: number): boolean =>
        x >= left * WIDTH && x < right * WIDTH && y >= top * HEIGHT && y < bottom * HEIGHT;
      // Blotches of 4 pixels: what is seen of foliage, a crowd or print.
      const blotches = range((WIDTH * HEIGHT) / 16).map(() => Math.floor(random() * 256));
      const canvas = paint(WIDTH, HEIGHT, (x, y) =>
        isIn(x, y) ? grey(blotches[(y >> 2) * (WIDTH / 4) + (x >> 2)] ?? 0) : grey(toneAt(x, y)),
      );
      return { name: `subject ${place} on ${ground}`, canvas: withNoise(canvas, column, deviation), truth };
    }),
  );
}

/** Mean CIE L* / 100 of every pixel, by the definition (CIE 15:2004), without a table of L*. */
export function exactLuminance({ data }: Canvas): number {
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

function inDisc(x: number, y: number, centerX: number, centerY: number, radius: number): boolean {
  return (x - centerX) ** 2 + (y - centerY) ** 2 <= radius ** 2;
}

function flat(color: Rgb): Canvas {
  return paint(WIDTH, HEIGHT, () => color);
}

function grey(tone: number): Rgb {
  return [tone, tone, tone];
}

function range(length: number): number[] {
  return Array.from({ length }, (_, at) => at);
}
