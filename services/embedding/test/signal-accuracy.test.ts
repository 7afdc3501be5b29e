import { expect, test } from '@jest/globals';
import { createRandom } from '@imagesearch/testkit/random';
import { converter, differenceCiede2000, formatHex } from 'culori';
import { shrinkTo } from '../src/adapters/images/resize-pixels.js';
import { SIGNAL_EDGE_PX, type RgbPixels } from '../src/domain/image.js';
import { computeSignals } from '../src/domain/signals/signals.js';
import { decodeImage } from './support/decode.js';
import { draw, encoder, type Rgb } from './support/draw.js';

const [WIDTH, HEIGHT] = [480, 320];
/** Quality at which sites publish photographs. */
const JPEG_QUALITY = 85;
const LIMIT_MS = 300_000;
const deltaE = differenceCiede2000();
const toRgb = converter('rgb');
const toLab = converter('lab65');

const paint = (colorAt: (x: number, y: number) => Rgb): RgbPixels => draw(WIDTH, HEIGHT, colorAt);
const grey = (tone: number): Rgb => [tone, tone, tone];
const range = (length: number): number[] => Array.from({ length }, (_, at) => at);
const asColor = ([red, green, blue]: Rgb) =>
  ({ mode: 'rgb', r: red / 255, g: green / 255, b: blue / 255 }) as const;

function hsl(h: number, s: number, l: number): Rgb {
  const { r, g, b } = toRgb({ mode: 'hsl', h, s, l });
  return [255 * r, 255 * g, 255 * b];
}

/** Normally distributed noise of this standard deviation, as a camera's sensor adds to each channel. */
function withNoise({ data, ...size }: RgbPixels, seed: number, deviation: number): RgbPixels {
  const { normal } = createRandom(seed);
  const noisy = Uint8ClampedArray.from(data, (value) => value + deviation * normal());
  return { data: new Uint8Array(noisy.buffer), ...size };
}

/** What the service says of each drawn image as a file; every second one is a JPEG, which most photographs are. */
async function measured<Truth>(images: readonly [pixels: RgbPixels, truth: Truth][]) {
  const found = [];
  for (const [at, [pixels, truth]] of images.entries()) {
    const file = at % 2 === 0 ? encoder(pixels).png() : encoder(pixels).jpeg({ quality: JPEG_QUALITY });
    const image = await decodeImage(await file.toBuffer());
    const shrunk = await shrinkTo(image.pixels, SIGNAL_EDGE_PX);
    found.push({ ...computeSignals(image, shrunk, []), truth });
  }
  return found;
}

/** That at least such a share of what is there is named, and of what is named is there. */
function expectShares(
  images: readonly { wanted: number; said: number; found: number }[],
  least: number,
): void {
  const sum = (of: 'wanted' | 'said' | 'found') => images.reduce((total, image) => total + image[of], 0);
  expect(sum('found') / sum('wanted')).toBeGreaterThanOrEqual(least);
  expect(sum('found') / sum('said')).toBeGreaterThanOrEqual(least);
}

test(
  'luminance is the mean L* of the pixels within 0.005',
  async () => {
    const lightness = (color: Rgb) => toLab(asColor(color)).l / 100;
    const flat = [
      ...range(17).map((step) => grey(Math.round((255 * step) / 16))),
      ...range(12).map((step) => hsl(step * 30, 0.7, 0.5)),
    ].map((color): [RgbPixels, number] => [paint(() => color), lightness(color)]);
    const halves = range(7).map((step): [RgbPixels, number] => [
      paint((x) => grey(x < (WIDTH * (step + 1)) / 8 ? 0 : 255)),
      1 - (step + 1) / 8,
    ]);
    const images = await measured([...flat, ...halves]);
    const errors = images.map(({ luminance, truth }) => Math.abs(luminance - truth));
    expect(Math.max(...errors)).toBeLessThan(0.005);
    expect(errors.reduce((sum, error) => sum + error, 0) / errors.length).toBeLessThan(0.001);
  },
  LIMIT_MS,
);

test(
  'monochrome tells greys and toned prints from colour every time',
  async () => {
    const tones = (colorOf: (tone: number) => Rgb) =>
      paint((x, y) => colorOf((255 * (x + y)) / (WIDTH + HEIGHT)));
    const casts = range(8).map((step) =>
      withNoise(
        tones((tone) => [tone + (step % 4), tone, tone - (step % 4)]),
        step,
        step - (step % 4),
      ),
    );
    const prints = [0.14, 0.2].flatMap((strength) =>
      [35, 45, 210, 220, 280, 340, 150, 20].map((hue) => tones((tone) => hsl(hue, strength, tone / 255))),
    );
    const duos = range(10).map((step) =>
      paint((x, y) => hsl(step * 36 + (y < HEIGHT / 2 ? 0 : 90), 0.35, 0.2 + (0.6 * x) / WIDTH)),
    );
    const images = await measured([
      ...[...casts, ...prints].map((pixels): [RgbPixels, boolean] => [pixels, true]),
      ...duos.map((pixels): [RgbPixels, boolean] => [pixels, false]),
    ]);
    expect(images.map(({ monochrome }) => monochrome)).toEqual(images.map(({ truth }) => truth));
  },
  LIMIT_MS,
);

/** Two to six colours that look different. */
function differentColors(random: () => number, count: number): string[] {
  const colors: string[] = [];
  while (colors.length < count) {
    const channel = () => Math.round(30 + random() * 195);
    const color = formatHex(asColor([channel(), channel(), channel()]));
    if (colors.every((other) => deltaE(other, color) > 22)) colors.push(color);
  }
  return colors;
}

test(
  'palette finds 98 of 100 colours within ΔE2000 5 and 3 % of the pixels, and invents hardly any',
  async () => {
    const stripes = range(48).map((step): [RgbPixels, { hex: string; share: number }[]] => {
      const random = createRandom(1000 + step).uniform;
      const colors = differentColors(random, 2 + (step % 5));
      const weights = colors.map(() => 0.3 + random());
      const unit = WIDTH / weights.reduce((sum, weight) => sum + weight, 0);
      const widths = weights.map((weight) => Math.round(unit * weight));
      const total = widths.reduce((sum, width) => sum + width, 0);
      const columns = colors.flatMap((hex, at) => range(widths[at] ?? 0).map(() => toRgb(hex)));
      const pixels = draw(total, HEIGHT, (x) => {
        const { r = 0, g = 0, b = 0 } = columns[x] ?? {};
        return [255 * r, 255 * g, 255 * b];
      });
      const truth = colors.map((hex, at) => ({ hex, share: (widths[at] ?? 0) / total }));
      return [withNoise(pixels, step, (step % 3) * 4), truth];
    });
    const images = (await measured(stripes)).map(({ palette, truth }) => {
      const isNamed = ({ hex, share }: (typeof truth)[number]) =>
        palette.some((said) => deltaE(hex, said.hex) <= 5 && Math.abs(share - said.share) <= 0.03);
      return { wanted: truth.length, said: palette.length, found: truth.filter(isNamed).length };
    });
    expectShares(images, 0.98);
  },
  LIMIT_MS,
);

/** Left, top, right and bottom of a subject, and the sides that it leaves clean. */
const PLACES: [left: number, top: number, right: number, bottom: number, clean: string][] = [
  [0.02, 0.05, 0.3, 0.95, 'right'],
  [0.7, 0.05, 0.98, 0.95, 'left'],
  [0.05, 0.02, 0.95, 0.3, 'bottom'],
  [0.05, 0.7, 0.95, 0.98, 'top'],
  [0, 0, 0.5, 1, 'right'],
  [0.5, 0, 1, 1, 'left'],
  [0, 0, 1, 0.5, 'bottom'],
  [0, 0.5, 1, 1, 'top'],
  [0.36, 0.36, 0.64, 0.64, 'left right top bottom'],
  [0, 0, 0, 0, 'left right top bottom'],
  [0, 0, 1, 1, ''],
  [0.38, 0, 0.62, 1, 'left right'],
];
const GROUNDS: [toneAt: (x: number, y: number) => number, deviation: number][] = [
  [() => 205, 0],
  [() => 40, 0],
  [() => 190, 6],
  [(x) => 120 + (100 * x) / WIDTH, 0],
  [(_x, y) => 230 - (110 * y) / HEIGHT, 3],
];

test(
  'negative space names 97 of 100 clean sides, and 97 of 100 that it names are clean',
  async () => {
    const subjects = GROUNDS.flatMap(([toneAt, deviation], row) =>
      PLACES.map(([left, top, right, bottom, clean], column): [RgbPixels, string[]] => {
        const random = createRandom(77 + 16 * row + column).uniform;
        // Blotches of 4 pixels: what is seen of foliage, a crowd or print.
        const blotches = range((WIDTH * HEIGHT) / 16).map(() => Math.floor(random() * 256));
        const isIn = (x: number, y: number): boolean =>
          x >= left * WIDTH && x < right * WIDTH && y >= top * HEIGHT && y < bottom * HEIGHT;
        const drawn = paint((x, y) =>
          grey(isIn(x, y) ? (blotches[(y >> 2) * (WIDTH / 4) + (x >> 2)] ?? 0) : toneAt(x, y)),
        );
        return [withNoise(drawn, column, deviation), clean.split(' ').filter(Boolean)];
      }),
    );
    const images = (await measured(subjects)).map(({ negSpace, truth }) => ({
      wanted: truth.length,
      said: negSpace.length,
      found: negSpace.filter((side) => truth.includes(side)).length,
    }));
    expectShares(images, 0.97);
  },
  LIMIT_MS,
);
