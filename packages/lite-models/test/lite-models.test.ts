import { readFile } from 'node:fs/promises';
import { beforeAll, describe, expect, test } from '@jest/globals';
import { testModelDir } from '@imagesearch/testkit/neural/lite-profile';
import { buildFaceDetector, FACE_DETECTOR } from '../src/face-detector.js';
import { IMAGE_MEAN } from '../src/image-mean.js';
import { buildImageTower } from '../src/image-tower.js';
import { buildObjectDetector } from '../src/object-detector.js';
import { FACE_DETECTION, OBJECTRON, readSource } from '../src/sources.js';
import { ensureLiteProfile, openLiteProfile } from '../src/lite-profile.js';
import type { LiteProfile } from '../src/profile.js';
import { loadWordVectors, type WordVectors } from '@imagesearch/models/word-vectors';
import { TRIPLETS } from './fixtures/triplets.js';
import { generatedImages } from './support/generated-images.js';
import { largestDifference, referenceInput, runGraph } from './support/run-graph.js';

/** Outputs that TensorFlow's own runtime gave for the same input. */
interface References {
  imageTower: { average: number[] };
  faceDetector: { scores: number[]; regressors: number[] };
}

const references = JSON.parse(
  await readFile(new URL('fixtures/reference-outputs.json', import.meta.url), 'utf8'),
) as References;

const every = (values: Float32Array | undefined, step: number) =>
  values?.filter((_, index) => index % step === 0) ?? [];

describe('the converted models agree with the runtime they were made for', () => {
  test('image tower: the average over the image, minus the mean', async () => {
    const file = buildImageTower(await readSource(OBJECTRON));
    const { vector } = await runGraph(file, 'pixels', referenceInput(300 * 300 * 3), [1, 300, 300, 3]);
    const average = vector?.data.map((value, index) => value + (IMAGE_MEAN[index] ?? NaN)) ?? [];
    expect(largestDifference(average, references.imageTower.average)).toBeLessThan(1e-4);
  });

  test.each([
    ['image tower', buildImageTower, 'vector', 160],
    ['object detector', buildObjectDetector, 'confidences', 24],
  ] as const)('%s: each image of a batch gets what it gets alone', async (_name, build, output, length) => {
    const file = build(await readSource(OBJECTRON));
    const batch = referenceInput(2 * 300 * 300 * 3);
    const both = await runGraph(file, 'pixels', batch, [2, 300, 300, 3]);
    const second = await runGraph(file, 'pixels', batch.slice(batch.length / 2), [1, 300, 300, 3]);
    expect(both[output]?.dims).toEqual([2, length]);
    expect(
      largestDifference(both[output]?.data.slice(length) ?? [], second[output]?.data ?? []),
    ).toBeLessThan(1e-4);
  });

  test('face detector: scores and boxes', async () => {
    const file = buildFaceDetector(await readSource(FACE_DETECTION));
    const result = await runGraph(file, 'pixels', referenceInput(192 * 192 * 3), [1, 192, 192, 3]);
    expect(largestDifference(every(result['scores']?.data, 19), references.faceDetector.scores)).toBeLessThan(
      1e-3,
    );
    expect(
      largestDifference(every(result['regressors']?.data, 251), references.faceDetector.regressors),
    ).toBeLessThan(1e-3);
  });
});

test('the face detector accepts images of any size, and its scores depend on their content', async () => {
  const { sizeMultiplePixels: step, stridePixels } = FACE_DETECTOR;
  const file = buildFaceDetector(await readSource(FACE_DETECTION));
  const [height, width, edge] = [13 * step, 15 * step, 192];
  const part = referenceInput(edge * edge * 3);
  const scoreOfMiddle = async (top: number, left: number) => {
    const pixels = new Float32Array(height * width * 3).fill(-1);
    for (let y = 0; y < edge; y += 1) {
      const row = part.subarray(y * edge * 3, (y + 1) * edge * 3);
      pixels.set(row, ((y + top) * width + left) * 3);
    }
    const { scores } = await runGraph(file, 'pixels', pixels, [1, height, width, 3]);
    expect(scores?.dims).toEqual([1, height / stridePixels, width / stridePixels, 1]);
    const [row, column] = [(top + edge / 2) / stridePixels, (left + edge / 2) / stridePixels];
    return scores?.data[(row * width) / stridePixels + column] ?? NaN;
  };
  const first = await scoreOfMiddle(3 * step, 3 * step);
  expect(Math.abs((await scoreOfMiddle(4 * step, 6 * step)) - first)).toBeLessThan(0.01);
});

test('the mean taken from every image is the average over the generated images', async () => {
  const file = buildImageTower(await readSource(OBJECTRON));
  const images = generatedImages(300);
  const sums = new Float64Array(IMAGE_MEAN.length);
  for (let from = 0; from < images.length; from += 8) {
    const batch = images.slice(from, from + 8);
    const pixels = new Float32Array(batch.length * 300 * 300 * 3);
    batch.forEach((image, index) => pixels.set(image, index * image.length));
    const { vector } = await runGraph(file, 'pixels', pixels, [batch.length, 300, 300, 3]);
    vector?.data.forEach((value, index) => {
      const channel = index % sums.length;
      sums[channel] = (sums[channel] ?? 0) + value / images.length;
    });
  }
  // What is left over after the mean has been taken away.
  expect(largestDifference(sums, new Float64Array(sums.length))).toBeLessThan(1e-3);
});

test('a source that has changed is refused by name', async () => {
  const changed = { ...FACE_DETECTION, sha256: '0'.repeat(64) };
  await expect(readSource(changed)).rejects.toThrow(
    'face_detection_full_range.tflite is not the expected file',
  );
});

describe('the built profile', () => {
  let profile: LiteProfile;
  let words: WordVectors;

  beforeAll(async () => {
    profile = await ensureLiteProfile({ modelDir: testModelDir() });
    words = await loadWordVectors(profile.files.wordVectors);
  }, 300_000);

  test('opens again without being built', async () => {
    expect(await openLiteProfile(testModelDir())).toEqual(profile);
  });

  test('puts a word nearer to its like than to another in 97 of 100 triplets', () => {
    const wrong = TRIPLETS.filter(
      ([word, near, far]) => words.similarity(word, near) <= words.similarity(word, far),
    );
    expect(TRIPLETS.length).toBeGreaterThanOrEqual(100);
    expect(wrong.length / TRIPLETS.length).toBeLessThan(0.03);
  });

  test.each([
    ['canine', 'dog face'],
    ['automobile', 'a red car'],
    ['physician', 'woman doctor'],
    ['joyful', 'grinning face, happy, cheerful'],
    ['infant', 'crawling baby'],
    ['vessel', 'sailing ship at sea'],
  ])('the query %s finds "%s" among captions that share no word with it', (query, expected) => {
    const captions = [
      'dog face',
      'a red car',
      'woman doctor',
      'grinning face, happy, cheerful',
      'crawling baby',
    ];
    captions.push(
      'sailing ship at sea',
      'hamburger',
      'office building',
      'musical notes',
      'umbrella with rain',
    );
    const vector = words.embedText(query);
    const score = (caption: string) => {
      const other = words.embedText(caption);
      return vector?.reduce((sum, value, index) => sum + value * (other?.[index] ?? 0), 0) ?? 0;
    };
    expect(captions.toSorted((a, b) => score(b) - score(a))[0]).toBe(expected);
  });

  test('an inflected word has the vector of its dictionary form', () => {
    expect(words.vectorOf('geese')).toEqual(words.vectorOf('goose'));
    expect(words.similarity('children', 'child')).toBe(1);
  });

  test('vectors have length 1, and their cosine is the similarity', () => {
    const [dog, cat] = [words.vectorOf('dog') ?? [], words.vectorOf('cat') ?? []];
    expect(Math.hypot(...dog)).toBeCloseTo(1, 5);
    const cosine = [...dog].reduce((sum, value, index) => sum + value * (cat[index] ?? 0), 0);
    expect(words.similarity('dog', 'cat')).toBeCloseTo(cosine, 5);
    expect(Math.hypot(...(words.embedText('a dog and two cats') ?? []))).toBeCloseTo(1, 5);
  });

  test('text without a known word has no vector', () => {
    expect(words.embedText('zzxqv qqwx')).toBeUndefined();
    expect(words.embedText('')).toBeUndefined();
    expect(words.vectorOf('zzxqv')).toBeUndefined();
    expect(words.similarity('zzxqv', 'dog')).toBe(0);
  });
});
