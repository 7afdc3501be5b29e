import { LRUCache } from 'lru-cache';
import type { EmbeddingClient } from '@imagesearch/contracts/embedding';
import type { CallContext } from '@imagesearch/service-kit/call-context';
import { AppError } from '@imagesearch/service-kit/errors';
import type { Embedding, Encoder } from '../ports.js';
import { RECENT_TTL_MS, type RecentImages } from '../reference-image/recent-images.js';

/** Embeddings of recent texts. */
export interface RecentTexts {
  get(text: string): Embedding | undefined;
  set(text: string, embedding: Embedding): unknown;
}

/** About 50 MB of vectors, with those of sentences. */
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
    async encodeText(text, call) {
      const known = recentTexts.get(text);
      if (known) return known;
      const { vectors, sentenceVectors, fingerprint, crossModal } = await client.embedTexts(
        { texts: [text], sentences: [text] },
        call,
      );
      const sentence = sentenceVectors[0]?.values ?? [];
      const embedding = {
        values: vectors[0]?.values ?? [],
        fingerprint,
        crossModal,
        ...(sentence.length > 0 && { sentence }),
      };
      recentTexts.set(text, embedding);
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

async function embedImage(client: EmbeddingClient, image: Uint8Array, call: CallContext): Promise<Embedding> {
  const request = { image: bufferOf(image), withLikeness: true };
  const { vector, fingerprint, likeness } = await client.embedImage(request, call);
  if (!vector) throw new AppError('internal', 'The embedding service answered without a vector.');
  // An image's vector meets images in every profile; whether it also meets words is not asked of it.
  return { values: vector.values, fingerprint, crossModal: false, ...(likeness && { likeness }) };
}

/** The same bytes, not copied. */
function bufferOf({ buffer, byteOffset, byteLength }: Uint8Array): Buffer {
  return Buffer.from(buffer, byteOffset, byteLength);
}
