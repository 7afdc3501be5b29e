import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { CLIP_B32, clipImageTower } from '@imagesearch/testkit/neural/clip';
import { SIGLIP2_B16, siglipImageTower } from '@imagesearch/testkit/neural/siglip';
import { openImageTower } from '../src/adapters/models/image-tower.js';
import { draw, noiseAt } from './support/draw.js';

const session = { threads: 2, device: 'cpu' } as const;
const HALF = [0.5, 0.5, 0.5] as [number, number, number];

let dir: string;
beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'imagesearch-tower-'));
});
afterAll(() => rm(dir, { recursive: true, force: true }));

const profileOf = (imageTower: string, sidePixels: number, fit: 'crop' | 'stretch') => ({
  files: { imageTower, textTower: '', tokenizer: '', faceDetector: '' },
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

describe.each([
  ['CLIP ViT-B/32', CLIP_B32.image, clipImageTower, 'crop', 512],
  ['SigLIP 2 base, patch 16', SIGLIP2_B16.image, siglipImageTower, 'stretch', 768],
] as const)('an image tower of %s at full size', (_name, size, write, fit, dimensions) => {
  test.each([
    // The scale of eight-bit activations is that of the whole batch.
    ['eight bits a weight, a vector depends little on its batch', size, 0.98],
    ['single precision, two layers, it does not', { ...size, layers: 2, isQuantized: false }, 1 - 1e-5],
  ])(
    'gives vectors of length 1; with %s',
    async (_precision, tower, cosineMin) => {
      const path = join(dir, `${crypto.randomUUID()}.onnx`);
      await writeFile(path, write(tower));
      const images = await openImageTower(profileOf(path, size.sidePixels, fit), session);
      try {
        const prepared = await Promise.all([1, 2, 3].map((seed) => images.prepare(image(seed))));
        const together = await images.embed(prepared);
        expect(together.map(({ length }) => length)).toEqual([dimensions, dimensions, dimensions]);
        for (const [at, vector] of together.entries()) {
          const [alone = new Float32Array()] = await images.embed(prepared.slice(at, at + 1));
          expect(Math.hypot(...alone)).toBeCloseTo(1, 5);
          expect(cosine(alone, vector)).toBeGreaterThan(cosineMin);
        }
        const [first = new Float32Array(), second = new Float32Array()] = together;
        expect(cosine(first, second)).toBeLessThan(0.9999);
      } finally {
        await images.close();
      }
    },
    180_000,
  );
});
