import { expect, test } from '@jest/globals';
import { join } from 'node:path';
import { NETWORKS } from '@imagesearch/testkit/models/hub-models';
import { openImageTower } from '../src/adapters/models/image-encoders.js';
import { draw, noiseAt } from './support/draw.js';

const session = { threads: 2, device: 'cpu' } as const;
const HALF = [0.5, 0.5, 0.5] as [number, number, number];

const NONE = { vector: new Float32Array() };

const profileOf = (imageTower: string, sidePixels: number, fit: 'crop' | 'stretch') => ({
  files: { imageTower, textTower: '', tokenizer: '' },
  pixels: { sidePixels, fit, kernel: 'cubic' as const, mean: HALF, std: HALF },
});
const image = (seed: number) => {
  const pixels = draw(400 + seed, 300, (x, y) => [
    (x * (seed + 1)) % 256,
    noiseAt(x, y + seed),
    (40 * seed) % 256,
  ]);
  return { width: pixels.width, height: pixels.height, pixels };
};
const cosine = (first: Float32Array, second: Float32Array) =>
  first.reduce((sum, value, at) => sum + value * (second[at] ?? Number.NaN), 0);

test.each([
  ['CLIP', 'clip', 224, 'crop', 512],
  ['SigLIP', 'siglip', 256, 'stretch', 768],
] as const)(
  'an image tower of %s gives vectors of length 1 that do not depend on their batch',
  async (_name, file, sidePixels, fit, dimensions) => {
    const path = join(NETWORKS, `${file}-image.onnx`);
    const images = await openImageTower(profileOf(path, sidePixels, fit), session);
    try {
      const prepared = await Promise.all([1, 2, 3].map((seed) => images.prepare(image(seed))));
      const together = await images.embed(prepared);
      expect(together.map(({ vector }) => vector.length)).toEqual([dimensions, dimensions, dimensions]);
      for (const [at, { vector }] of together.entries()) {
        const [alone = NONE] = await images.embed(prepared.slice(at, at + 1));
        expect(Math.hypot(...alone.vector)).toBeCloseTo(1, 5);
        expect(cosine(alone.vector, vector)).toBeGreaterThan(1 - 1e-5);
      }
      const [first = NONE, second = NONE] = together;
      expect(cosine(first.vector, second.vector)).toBeLessThan(0.9999);
    } finally {
      await images.close();
    }
  },
);
