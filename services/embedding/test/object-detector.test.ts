import { copyFile, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { ensureLiteProfile } from '@imagesearch/lite-models/lite-profile';
import { testModelDir } from '@imagesearch/testkit/neural/lite-profile';
import { openLiteImageTower } from '../src/adapters/models/lite-image-tower.js';
import { openObjectDetector } from '../src/adapters/models/object-detector.js';
import { drawnPixels } from './support/drawn-pixels.js';

const SETTINGS = { threads: 1, device: 'cpu' } as const;

test('a detector whose file could not be opened once is tried again for the next image', async () => {
  const { imageTower, objectDetector } = (await ensureLiteProfile({ modelDir: testModelDir() })).files;
  const tower = await openLiteImageTower(imageTower, SETTINGS);
  const pixels = drawnPixels(1);
  const prepared = await tower.prepare({ ...pixels, pixels });
  const dir = await mkdtemp(join(tmpdir(), 'object-detector-'));
  const path = join(dir, 'detector.onnx');
  const detector = openObjectDetector(path, SETTINGS);
  try {
    await expect(detector.embed(prepared)).rejects.toThrow(path);
    await copyFile(objectDetector, path);
    const { vector } = await detector.embed(prepared);
    expect(vector).toEqual((await tower.embed([prepared]))[0]);
  } finally {
    await detector.close();
    await tower.close();
    await rm(dir, { recursive: true, force: true });
  }
});

test('a detector that was never opened, or could not be, closes without an error', async () => {
  await expect(openObjectDetector('/nowhere/detector.onnx', SETTINGS).close()).resolves.toBeUndefined();
  const failed = openObjectDetector('/nowhere/detector.onnx', SETTINGS);
  const pixels = drawnPixels(1);
  await expect(failed.embed(pixels)).rejects.toThrow();
  await expect(failed.close()).resolves.toBeUndefined();
});
