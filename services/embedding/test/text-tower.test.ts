import { expect, test } from '@jest/globals';
import { join } from 'node:path';
import { openSession, Tensor } from '@imagesearch/models/session';
import { loadTokenizer } from '@imagesearch/models/tokenizer';
import { NETWORKS } from '@imagesearch/testkit/models/hub-models';
import { toUnitVector } from '../src/adapters/models/tensors.js';
import { openTextTower } from '../src/adapters/models/text-encoders.js';

const PAD = 519;
const session = { threads: 2, device: 'cpu' } as const;
const TEXTS = ['a', 'a red dog', 'the quick brown fox, 1234567890', 'dog '.repeat(70), 'x'.repeat(500)];

const largestGap = (first: ArrayLike<number>, second: ArrayLike<number>) =>
  Math.max(...Array.from(first, (value, at) => Math.abs(value - (second[at] ?? Number.NaN))));

const textTower = join(NETWORKS, 'clip-text.onnx');
const tokenizer = join(NETWORKS, 'clip-tokenizer.json');
const profileOf = (path: string) => ({
  files: { textTower: path, tokenizer, imageTower: '' },
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

test('a text tower pools at the end of the text: leaving padding out gives the padded vector', async () => {
  const tower = await openTextTower(profileOf(textTower), session);
  try {
    const together = await tower.embed(TEXTS);
    for (const [at, text] of TEXTS.entries()) {
      const padded = await paddedVector(textTower, text);
      expect(padded).toHaveLength(512);
      expect(largestGap(together[at] ?? [], padded)).toBeLessThan(1e-4);
    }
    const [first = [], second = []] = together;
    expect(largestGap(first, second)).toBeGreaterThan(0.001);
  } finally {
    await tower.close();
  }
});

test('a file that gives no vector, or wants what no text has, is refused by name', async () => {
  const tower = await openTextTower(profileOf(join(NETWORKS, 'clip-image.onnx')), session);
  await expect(tower.embed(['dog'])).rejects.toThrow('pixel_values');
  await tower.close();
});

test('a device that the runtime does not have is refused by its name', async () => {
  await expect(openSession(textTower, { threads: 1, device: 'cuda' })).rejects.toThrow('MODEL_DEVICE=cuda');
});
