import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import { cropTo, resizeTo, type Kernel } from '../src/adapters/images/resize-pixels.js';
import { decodeImage } from './support/decode.js';
import { writePlanes } from '../src/adapters/models/tensors.js';
import { draw, encoder, noiseAt } from './support/draw.js';
import { sampleImages, type SampleImage } from './support/sample-images.js';

// Looked up once: in jest's sandbox a global costs far more than what is done with it.
const { abs } = Math;
const IMAGES = 100;
/** Mean absolute differences, of 255. */
const SAME = 0.001;
const SMOOTHED = 1;
/** The library's numbers for the kernels. */
const RESAMPLE = { linear: 2, cubic: 3, lanczos3: 1 };

interface Rules {
  sidePixels: number;
  fit: 'crop' | 'stretch';
  kernel: Kernel;
  mean: number[];
  std: number[];
}

const MANIFEST = join(import.meta.dirname, '../../../infra/models/profiles.json');
const { profiles } = JSON.parse(await readFile(MANIFEST, 'utf8')) as {
  profiles: { id: string; pixels: Rules }[];
};
const rulesOf = (id: string): Rules => {
  const pixels = profiles.find((profile) => profile.id === id)?.pixels;
  if (pixels === undefined) throw new Error(`no profile ${id}`);
  return pixels;
};

/** What the tower is given. */
async function tensorOf(bytes: Uint8Array, rules: Rules): Promise<Float32Array> {
  const image = await decodeImage(bytes);
  const { sidePixels: side, kernel } = rules;
  const seen =
    rules.fit === 'crop'
      ? await cropTo(image, side, kernel)
      : await resizeTo(image.pixels, side, side, kernel);
  const tensor = new Float32Array(3 * side * side);
  writePlanes(seen, rules, tensor, 0);
  return tensor;
}

/** The same of the library, by its own reading of them. */
async function libraryTensorOf(bytes: Uint8Array, rules: Rules): Promise<Float32Array> {
  const crops = rules.fit === 'crop';
  const square = { width: rules.sidePixels, height: rules.sidePixels };
  const settings = {
    do_resize: true,
    size: crops ? { shortest_edge: rules.sidePixels } : square,
    resample: RESAMPLE[rules.kernel],
    do_center_crop: crops,
    crop_size: square,
    do_rescale: true,
    rescale_factor: 1 / 255,
    do_normalize: true,
    image_mean: rules.mean,
    image_std: rules.std,
  };
  library.send({ bytes, crops, settings });
  const [{ tensor }] = (await once(library, 'message')) as [{ tensor: Float32Array }];
  return tensor;
}

let library: ChildProcess;
beforeAll(() => {
  library = fork(join(import.meta.dirname, 'support/transformers-process.mjs'), {
    serialization: 'advanced',
  });
});
afterAll(() => {
  library.kill();
});

/** Mean absolute, of 255. */
async function difference(bytes: Uint8Array, rules: Rules): Promise<number> {
  const [ours, theirs] = [await tensorOf(bytes, rules), await libraryTensorOf(bytes, rules)];
  expect(ours).toHaveLength(theirs.length);
  const plane = ours.length / 3;
  const sums = rules.std.map((std, channel) => {
    let sum = 0;
    for (let at = channel * plane; at < (channel + 1) * plane; at += 1)
      sum += abs((ours[at] ?? 0) - (theirs[at] ?? 0));
    return 255 * std * sum;
  });
  return sums.reduce((all, sum) => all + sum, 0) / ours.length;
}

const mean = (values: readonly number[]): number =>
  values.reduce((sum, value) => sum + value, 0) / values.length;

/** Larger than any tower wants them. */
const largeSize = (seed: number): readonly [width: number, height: number] => [
  280 + ((seed * 367) % 480),
  270 + ((seed * 211) % 380),
];
let large: SampleImage[];
beforeAll(async () => {
  large = await sampleImages(IMAGES, largeSize);
}, 120_000);

describe.each(['clip-b32', 'siglip2-b16'])('the tensor of an image for %s', (id) => {
  const rules = rulesOf(id);
  const side = rules.sidePixels;
  /** What is as large as the tower wants it, so that nothing is scaled. */
  const unscaledSize = (seed: number): readonly [width: number, height: number] => {
    const long = rules.fit === 'stretch' ? side : side + ((seed * 17) % 200);
    return seed % 2 === 0 ? [long, side] : [side, long];
  };

  test('equals transformers.js on 100 images that are not scaled: crop, order of channels, mean and deviation', async () => {
    const differences: number[] = [];
    for (const { bytes } of await sampleImages(IMAGES, unscaledSize))
      differences.push(await difference(bytes, rules));
    expect(Math.max(...differences)).toBeLessThan(SAME);
  }, 120_000);

  const scene = draw(...unscaledSize(4), (x, y) => [x % 256, y % 256, noiseAt(x, y) >> 1]);
  const upright = encoder(scene);
  test.each([
    ...Array.from(
      { length: 8 },
      (_, at) =>
        [
          `with EXIF orientation ${at + 1}`,
          () =>
            upright
              .clone()
              .jpeg()
              .withMetadata({ orientation: at + 1 }),
        ] as const,
    ),
    ['in grey', () => upright.clone().greyscale().png()],
    ['in grey, as JPEG', () => upright.clone().greyscale().jpeg()],
    ['with an opaque alpha channel', () => upright.clone().ensureAlpha().png()],
    ['of a palette', () => upright.clone().png({ palette: true })],
    ['of 16 bits a channel', () => upright.clone().toColourspace('rgb16').png()],
    ['as WebP', () => upright.clone().webp({ quality: 80 })],
  ])('of an image %s', async (_name, make) => {
    const bytes = await make().toBuffer();
    expect(await difference(bytes, rules)).toBeLessThan(SAME);
    // Against a comparison of blank with blank.
    const { channels } = await sharp(await make().toBuffer()).stats();
    expect(channels[0]?.stdev).toBeGreaterThan(20);
  });

  test('differs by 1 of 255 over 100 images that Lanczos, its only smoothing kernel, makes smaller', async () => {
    const differences: number[] = [];
    for (const { bytes } of large)
      differences.push(await difference(bytes, { ...rules, kernel: 'lanczos3' }));
    expect(mean(differences)).toBeLessThan(SMOOTHED);
  }, 180_000);
});
