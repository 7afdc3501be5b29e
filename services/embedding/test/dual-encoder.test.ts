import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { EmbeddingClient } from '@imagesearch/contracts/clients';
import { detachedCall } from '@imagesearch/service-kit/call-context';
import { healthStatus } from '@imagesearch/testkit/stack/health-status';
import { hubModels, type HubModels } from '@imagesearch/testkit/models/hub-models';
import { draw, toPng } from './support/draw.js';
import { startEmbedding, type RunningEmbedding } from './support/running-service.js';

const call = (timeoutMs = 20_000) => detachedCall(timeoutMs);
const lengthOf = (values: readonly number[]) => Math.hypot(...values);
const largestGap = (first: readonly number[], second: readonly number[]) =>
  Math.max(...first.map((value, at) => Math.abs(value - (second[at] ?? Number.NaN))));

describe.each([
  ['clip-b32', 512],
  ['siglip2-b16', 768],
] as const)('the embedding service on %s', (profile, dimensions) => {
  let models: HubModels;
  let running: RunningEmbedding;
  let client: EmbeddingClient;

  beforeAll(async () => {
    models = await hubModels(profile);
    running = await startEmbedding(models.env);
    client = running.client;
  }, 300_000);
  afterAll(async () => {
    await running.stop();
    await models.remove();
  });

  test('brings its files, checks them, warms up, and says what it runs', async () => {
    await expect(client.describeModel({}, call())).resolves.toMatchObject({
      profile,
      dimensions: { image: dimensions, caption: 384, sight: 0 },
      crossModal: true,
    });
    await expect(healthStatus(running.address)).resolves.toBe('SERVING');
  });

  test('texts and images have vectors of length 1 in one space, under one fingerprint', async () => {
    const texts = await client.embedTexts({ texts: ['a dog'] }, call());
    const bytes = await toPng(draw(300, 200, (x, y) => [x % 256, y % 256, 90]));
    const image = await client.embedImage({ image: Buffer.from(bytes), withSignals: true }, call());
    expect(texts).toMatchObject({ crossModal: true, fingerprint: image.fingerprint });
    for (const values of [texts.sightVectors[0]?.values ?? [], image.vector?.values ?? []]) {
      expect(values).toHaveLength(dimensions);
      expect(lengthOf(values)).toBeCloseTo(1, 5);
    }
    expect(image.signals?.aspect).toBe(1.5);
    // Words are compared with its vector.
    expect(image.sight).toBeNull();
  });

  test('images that are embedded together have the same vectors as alone', async () => {
    const images = await Promise.all(
      Array.from({ length: 20 }, (_, at) => toPng(draw(260, 240, (x, y) => [x % 256, y, at * 12]))),
    );
    const vectorOf = async (image: Uint8Array) =>
      (await client.embedImage({ image: Buffer.from(image) }, call())).vector?.values ?? [];
    const together = await Promise.all(images.map(vectorOf));
    for (const at of [0, 7, 19]) {
      const alone = await vectorOf(images[at] ?? new Uint8Array());
      expect(largestGap(alone, together[at] ?? [])).toBeLessThan(1e-4);
    }
  });
});
