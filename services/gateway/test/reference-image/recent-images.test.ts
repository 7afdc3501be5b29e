import { randomBytes, randomUUID } from 'node:crypto';
import { expect, it } from '@jest/globals';
import { RecentImages } from '../../src/search/reference-image/recent-images.js';

const embeddingOf = () => ({ values: [1, 0], fingerprint: randomUUID(), crossModal: false });

it('embeds the same bytes once, and other bytes for themselves', async () => {
  const recent = new RecentImages();
  const [image, other] = [randomBytes(64), randomBytes(64)];
  const embedding = embeddingOf();
  const otherEmbedding = embeddingOf();
  expect(await recent.embedding(image, () => Promise.resolve(embedding))).toBe(embedding);
  expect(await recent.embedding(Buffer.from(image), () => Promise.reject(new Error('again')))).toBe(
    embedding,
  );
  expect(await recent.embedding(other, () => Promise.resolve(otherEmbedding))).toBe(otherEmbedding);
});

it('describes the same bytes once', async () => {
  const recent = new RecentImages();
  const image = randomBytes(64);
  const features = ['large', 'small'];
  expect(await recent.localFeatures(image, () => Promise.resolve(features))).toBe(features);
  expect(await recent.localFeatures(Buffer.from(image), () => Promise.reject(new Error('again')))).toBe(
    features,
  );
});

it('keeps no failure', async () => {
  const recent = new RecentImages();
  const image = randomBytes(64);
  await expect(
    recent.embedding(image, () => Promise.reject(new Error('the service is away'))),
  ).rejects.toThrow('the service is away');
  const embedding = embeddingOf();
  expect(await recent.embedding(image, () => Promise.resolve(embedding))).toBe(embedding);
});
