import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { FACE_DETECTOR } from '@imagesearch/models/lite';
import type { SizedPixels } from '../src/domain/image.js';
import type { SignalReader } from '../src/domain/signals/signals.js';
import { openSignalReader } from '../src/adapters/models/model-threads.js';
import { draw } from './support/draw.js';

let reader: SignalReader;

beforeAll(() => {
  reader = openSignalReader(FACE_DETECTOR);
});

afterAll(async () => {
  await reader.close();
});

const imageOf = (seed: number): SizedPixels => {
  const pixels = draw(128, 96, (x, y) => [(x * seed) % 256, (y * 2) % 256, (x + y) % 256]);
  return { ...pixels, pixels };
};

test('images given at once are each answered with their own signals', async () => {
  const seeds = Array.from({ length: 12 }, (_, seed) => seed + 1);
  const together = await Promise.all(seeds.map((seed) => reader.read(imageOf(seed))));
  for (const seed of seeds) expect(together[seed - 1]).toEqual(await reader.read(imageOf(seed)));
  expect(new Set(together.map(({ signals }) => signals.luminance)).size).toBeGreaterThan(1);
});

test('an image that cannot be read fails alone', async () => {
  const broken = { ...imageOf(1), pixels: { width: 4, height: 4, data: undefined as unknown as Uint8Array } };
  const [failed, read] = await Promise.allSettled([reader.read(broken), reader.read(imageOf(2))]);
  expect([failed.status, read.status]).toEqual(['rejected', 'fulfilled']);
});

test('a missing model fails each image, and the error names the model', async () => {
  const other = openSignalReader('/nowhere/face-detector.onnx');
  for (let image = 0; image < 2; image += 1) {
    await expect(other.read(imageOf(1))).rejects.toThrow('/nowhere/face-detector.onnx');
    // The thread that takes its place cannot start either.
    await delay(500);
  }
  await other.close();
});

test('a thread that ended for want of images is replaced for the next one', async () => {
  const idle = openSignalReader(FACE_DETECTOR, 0);
  const first = await idle.read(imageOf(5));
  await delay(100);
  expect(await idle.read(imageOf(5))).toEqual(first);
  await idle.close();
});
