import type { EmbeddingClient } from '@imagesearch/contracts/embedding';
import { AppError } from '@imagesearch/service-kit/errors';
import type { Encoder } from '../ports.js';
import type { TextVectorCache } from '../text-vectors/text-vector-cache.js';

/** The embedding service behind a cache of recent texts: a repeated query works while the service is unavailable. */
export function createEncoder(client: EmbeddingClient, recentTexts: TextVectorCache): Encoder {
  return {
    async encodeText(text, call) {
      const known = await recentTexts.get(text);
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
      await recentTexts.set(text, embedding);
      return embedding;
    },

    async encodeImage(image, call) {
      const request = { image: Buffer.from(image), withLikeness: true };
      const { vector, fingerprint, likeness } = await client.embedImage(request, call);
      if (!vector) throw new AppError('internal', 'The embedding service answered without a vector.');
      // An image's vector meets images in every profile; whether it also meets words is not asked of it.
      return { values: vector.values, fingerprint, crossModal: false, ...(likeness && { likeness }) };
    },
  };
}
