import { beforeAll, describe, expect, test } from '@jest/globals';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import type { RgbPixels } from '../src/domain/image.js';
import { decodeImage } from './support/decode.js';
import { cropTo, resizeTo } from '../src/adapters/images/resize-pixels.js';
import { anySize, sampleImages, type SampleImage } from './support/sample-images.js';

const IMAGES = 100;
const TILES_PER_ROW = 10;
/** Of each image every 13th pixel is compared: no multiple of what the images repeat after. */
const STEP_PX = 13;
const FIRST_PX = 6;
/** Mean absolute differences, of 255. */
const LIMITS = { all: 1, each: 2, striped: 3, enlarged: 0.1 };

let images: SampleImage[];
beforeAll(async () => {
  images = await sampleImages(IMAGES, anySize);
  const folder = process.env['SAMPLE_PICTURES_DIR'];
  if (folder === undefined) return;
  await mkdir(folder, { recursive: true });
  for (const { name, bytes } of images) await writeFile(join(folder, name), bytes);
}, 180_000);

/** What Pillow made of an image: one tile of a sheet of samples. */
async function readSheet(name: string): Promise<(image: number) => number[]> {
  // As bytes: another suite of the same process may have blocked the loaders of files.
  const file = await readFile(join(import.meta.dirname, 'fixtures', name));
  const { data, info } = await sharp(file).removeAlpha().raw().toBuffer({ resolveWithObject: true });
  const edge = info.width / TILES_PER_ROW;
  return (image) => {
    const left = (image % TILES_PER_ROW) * edge;
    const top = Math.floor(image / TILES_PER_ROW) * edge;
    return Array.from({ length: edge }, (_, row) => 3 * ((top + row) * info.width + left)).flatMap((from) => [
      ...data.subarray(from, from + 3 * edge),
    ]);
  };
}

function samplesOf({ data, width, height }: RgbPixels): number[] {
  const samples: number[] = [];
  for (let y = FIRST_PX; y < height; y += STEP_PX) {
    for (let x = FIRST_PX; x < width; x += STEP_PX) {
      samples.push(...data.subarray(3 * (y * width + x), 3 * (y * width + x) + 3));
    }
  }
  return samples;
}

const mean = (values: readonly number[]): number =>
  values.reduce((sum, value) => sum + value, 0) / values.length;

function meanDifference(first: readonly number[], second: readonly number[]): number {
  expect(first).toHaveLength(second.length);
  return mean(first.map((value, at) => Math.abs(value - (second[at] ?? Number.NaN))));
}

describe.each([
  [
    'cropped to the middle square, bicubic (CLIP)',
    'pillow-crop.png',
    async (bytes: Buffer) => cropTo(await decodeImage(bytes), 224, 'cubic'),
  ],
  [
    'stretched to the square, bilinear (SigLIP)',
    'pillow-stretch.png',
    async (bytes: Buffer) => resizeTo((await decodeImage(bytes)).pixels, 256, 256, 'linear'),
  ],
] as const)('a picture %s', (_name, sheet, prepare) => {
  test('differs from Pillow by at most 1 of 255 over 100 images, 2 in each, 3 in fine stripes, 0.1 when enlarged', async () => {
    const referenceOf = await readSheet(sheet);
    const differences: number[] = [];
    const off: string[] = [];
    let enlarged = 0;
    for (const [at, { name, width, height, isStriped, bytes }] of images.entries()) {
      const prepared = await prepare(bytes);
      const isEnlarged = Math.max(width, height) < prepared.width;
      if (isEnlarged) enlarged += 1;
      const limit = isEnlarged ? LIMITS.enlarged : isStriped ? LIMITS.striped : LIMITS.each;
      const difference = meanDifference(samplesOf(prepared), referenceOf(at));
      if (!(difference < limit)) off.push(`${name}: ${difference.toFixed(2)}`);
      differences.push(difference);
    }
    expect(off).toEqual([]);
    expect(mean(differences)).toBeLessThan(LIMITS.all);
    expect(enlarged).toBeGreaterThan(10);
  }, 180_000);
});
