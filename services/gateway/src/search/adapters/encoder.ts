import { LRUCache } from 'lru-cache';
import type { EmbeddingClient } from '@imagesearch/contracts/embedding';
import type { CallContext } from '@imagesearch/service-kit/call-context';
import { AppError } from '@imagesearch/service-kit/errors';
import type { Encoder, ImageEmbedding, TextEmbedding } from '../ports.js';
import { RECENT_TTL_MS, type RecentImages } from '../reference-image/recent-images.js';

/** Embeddings of recent texts. */
export interface RecentTexts {
  get(text: string): TextEmbedding | undefined;
  set(text: string, embedding: TextEmbedding): unknown;
}

/** About 60 MB of vectors. */
const TEXTS_MAX = 10_000;

export function createRecentTexts(): RecentTexts {
  return new LRUCache({ max: TEXTS_MAX, ttl: RECENT_TTL_MS });
}

/** The embedding service behind caches of recent texts and images: a repeated query works while the service is unavailable. */
export function createEncoder(
  client: EmbeddingClient,
  recentTexts: RecentTexts,
  recentImages: RecentImages,
): Encoder {
  return {
    async encodeText(text, meanings, call) {
      const texts = meanings.length === 0 ? [text] : [text, `${text}: ${meanings.join('; ')}`];
      const known = recentTexts.get(texts.join('\n'));
      if (known) return known;
      const answer = await client.embedTexts({ texts }, call);
      const { vectors, sightVectors, fingerprint, crossModal, englishOnly } = answer;
      const embedding = {
        values: meanOf(vectors),
        sight: meanOf(sightVectors.slice(0, 1)),
        fingerprint,
        crossModal,
        englishOnly,
      };
      recentTexts.set(texts.join('\n'), embedding);
      return embedding;
    },

    encodeImage: (image, call) => recentImages.embedding(image, () => embedImage(client, image, call)),
    localFeatures: (image, call) =>
      recentImages.localFeatures(image, async () => {
        const { localFeatures } = await client.describeLocalFeatures({ image: bufferOf(image) }, call);
        return localFeatures;
      }),
  };
}

/** Of length 1, as the vectors are. @throws AppError without a vector. */
function meanOf(vectors: readonly { values: readonly number[] }[]): readonly number[] {
  const [first, ...others] = vectors.map(({ values }) => values);
  if (!first) throw new AppError('internal', 'The embedding service answered without a vector.');
  if (others.length === 0) return first;
  const sum = first.map((value, at) => others.reduce((total, other) => total + (other[at] ?? 0), value));
  const length = Math.hypot(...sum);
  return sum.map((value) => value / length);
}

async function embedImage(
  client: EmbeddingClient,
  image: Uint8Array,
  call: CallContext,
): Promise<ImageEmbedding> {
  const request = { image: bufferOf(image), withLikeness: true };
  const { vector, fingerprint, likeness } = await client.embedImage(request, call);
  if (!vector) throw new AppError('internal', 'The embedding service answered without a vector.');
  return { values: vector.values, fingerprint, ...(likeness && { likeness }) };
}

/** The same bytes, not copied. */
function bufferOf({ buffer, byteOffset, byteLength }: Uint8Array): Buffer {
  return Buffer.from(buffer, byteOffset, byteLength);
}
