import { expect, test } from '@jest/globals';
import { ensureLiteProfile } from '@imagesearch/lite-models/lite-profile';
import { Tensor } from '@imagesearch/models/onnx-runtime';
import { openSession } from '@imagesearch/models/session';
import { testModelDir } from '@imagesearch/testkit/neural/lite-profile';
import { openLiteImageTower } from '../src/adapters/models/lite-image-tower.js';
import { toUnitVector } from '../src/domain/unit-vector.js';
import { drawnPixels } from './support/drawn-pixels.js';

const SETTINGS = { threads: 2, device: 'cpu' } as const;
const EDGE_PX = 300;

test('an image has, to the last bit, the vector that one run over all images gives', async () => {
  const { imageTower } = (await ensureLiteProfile({ modelDir: testModelDir() })).files;
  const tower = await openLiteImageTower(imageTower, SETTINGS);
  const images = await Promise.all(
    [1, 2, 3].map((seed) => {
      const pixels = drawnPixels(seed);
      return tower.prepare({ ...pixels, pixels });
    }),
  );
  const vectors = await tower.embed(images);
  await tower.close();

  const session = await openSession(imageTower, SETTINGS);
  const values = Float32Array.from(
    images.flatMap(({ data }) => Array.from(data, (value) => value / 127.5 - 1)),
  );
  const tensor = new Tensor('float32', values, [images.length, EDGE_PX, EDGE_PX, 3]);
  const output = (await session.run({ [session.inputNames[0] ?? '']: tensor }))[session.outputNames[0] ?? ''];
  const all = output?.data as Float32Array;
  const length = all.length / images.length;
  expect(vectors).toHaveLength(images.length);
  vectors.forEach((vector, at) =>
    expect(vector).toEqual(toUnitVector(all.slice(at * length, (at + 1) * length))),
  );
  await session.release();
});
