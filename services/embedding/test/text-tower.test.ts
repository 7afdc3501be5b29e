import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openSession } from '@imagesearch/models/session';
import { loadTokenizer } from '@imagesearch/models/tokenizer';
import { Tensor } from '@imagesearch/models/onnx-runtime';
import { CLIP_B32, clipImageTower, clipTextTower } from '@imagesearch/testkit/neural/clip';
import { clipTokenizer } from '@imagesearch/testkit/neural/tokenizers';
import { toUnitVector } from '../src/domain/unit-vector.js';
import { openTextTower } from '../src/adapters/models/text-tower.js';

const { json, vocabulary } = clipTokenizer();
const PAD = vocabulary - 1;
const session = { threads: 2, device: 'cpu' } as const;
const TEXTS = ['a', 'a red dog', 'the quick brown fox, 1234567890', 'dog '.repeat(70), 'x'.repeat(500)];

const largestGap = (first: ArrayLike<number>, second: ArrayLike<number>) =>
  Math.max(...Array.from(first, (value, at) => Math.abs(value - (second[at] ?? Number.NaN))));

let dir: string;
let tokenizer: string;
beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'imagesearch-tower-'));
  tokenizer = join(dir, 'tokenizer.json');
  await writeFile(tokenizer, JSON.stringify(json));
});
afterAll(() => rm(dir, { recursive: true, force: true }));

const profileOf = (textTower: string) => ({
  files: { textTower, tokenizer, imageTower: '', faceDetector: '' },
  text: { tokensMax: 77, padding: 'longest', padId: PAD, lowerCase: true } as const,
});

/** The vector of a text padded to all of the model's places, straight from the runtime. */
async function paddedVector(path: string, text: string): Promise<Float32Array> {
  const words = await loadTokenizer(tokenizer, { lowerCase: true });
  const ids = words.frame(words.idsOf(text), 77);
  const padded = BigInt64Array.from({ length: 77 }, (_, at) => BigInt(ids[at] ?? PAD));
  const bare = await openSession(path, session);
  try {
    const { text_embeds: output } = await bare.run({ input_ids: new Tensor('int64', padded, [1, 77]) });
    return toUnitVector(output?.data as Float32Array);
  } finally {
    await bare.release();
  }
}

describe.each([
  ['small', { ...CLIP_B32.text, width: 64, heads: 4, layers: 3, isQuantized: false, vocabulary }, 1e-4],
  ['full size, single precision, two layers', { ...CLIP_B32.text, layers: 2, isQuantized: false }, 1e-4],
] as const)('a text tower (%s)', (_name, size, tolerance) => {
  test('pools at the end of the text: leaving padding out gives the padded vector', async () => {
    const path = join(dir, `${crypto.randomUUID()}.onnx`);
    await writeFile(path, clipTextTower(size));
    const tower = await openTextTower(profileOf(path), session);
    try {
      const together = await tower.embed(TEXTS);
      for (const [at, text] of TEXTS.entries()) {
        const padded = await paddedVector(path, text);
        expect(padded).toHaveLength(size.dimensions);
        expect(largestGap(together[at] ?? [], padded)).toBeLessThan(tolerance);
      }
      const [first = [], second = []] = together;
      expect(largestGap(first, second)).toBeGreaterThan(0.001);
    } finally {
      await tower.close();
    }
  });
});

test('eight bits a weight, at full size: vectors of length 1 that depend little on their batch', async () => {
  const path = join(dir, 'quantized.onnx');
  await writeFile(path, clipTextTower(CLIP_B32.text));
  const tower = await openTextTower(profileOf(path), session);
  try {
    const together = await tower.embed(TEXTS);
    for (const [at, text] of TEXTS.entries()) {
      const [alone = new Float32Array()] = await tower.embed([text]);
      expect(Math.hypot(...alone)).toBeCloseTo(1, 5);
      // The scale of eight-bit activations is that of the whole batch.
      const cosine = alone.reduce((sum, value, place) => sum + value * (together[at]?.[place] ?? 0), 0);
      expect(cosine).toBeGreaterThan(0.98);
    }
  } finally {
    await tower.close();
  }
}, 120_000);

test('a file that gives no vector, or wants what no text has, is refused by name', async () => {
  const path = join(dir, 'image.onnx');
  await writeFile(
    path,
    clipImageTower({ ...CLIP_B32.image, width: 32, heads: 2, layers: 1, isQuantized: false }),
  );
  const tower = await openTextTower(profileOf(path), session);
  await expect(tower.embed(['dog'])).rejects.toThrow('pixel_values');
  await tower.close();
});

test('a device that the runtime does not have is refused by its name', async () => {
  const path = join(dir, 'cuda.onnx');
  await writeFile(
    path,
    clipImageTower({ ...CLIP_B32.image, width: 32, heads: 2, layers: 1, isQuantized: false }),
  );
  await expect(openSession(path, { threads: 1, device: 'cuda' })).rejects.toThrow('MODEL_DEVICE=cuda');
});
