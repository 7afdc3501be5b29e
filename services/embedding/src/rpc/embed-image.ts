import type { EmbedImageRequest, EmbedImageResponseInput } from '@imagesearch/contracts/messages';
import type { CallContext } from '@imagesearch/service-kit/call-context';
import type { EmbeddingContext } from '../context.js';
import { likenessToWire, signalsToWire, vectorToWire } from './converters.js';

export function embedImage({ models, embedImages }: EmbeddingContext) {
  return async (request: EmbedImageRequest, call: CallContext): Promise<EmbedImageResponseInput> => {
    const { fingerprint, dimensions } = models.get().profile;
    const { withSignals, withLikeness } = request;
    const { image, vector, sight, shows, measured, likeness } = await embedImages.embed(
      request.image,
      { withSignals, withLikeness },
      call,
    );
    return {
      vector: vectorToWire(vector),
      fingerprint,
      dimensions,
      width: image.width,
      height: image.height,
      format: image.format,
      ...(sight && { sight: vectorToWire(sight) }),
      ...(measured && {
        signals: { ...signalsToWire(measured.signals), shows: [...shows] },
        localFeatures: measured.localFeatures,
      }),
      ...(likeness && { likeness: likenessToWire(likeness) }),
    };
  };
}
