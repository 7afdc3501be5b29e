import type { EmbedImageRequest, EmbedImageResponseInput } from '@imagesearch/contracts/messages';
import type { CallContext } from '@imagesearch/service-kit/call-context';
import type { EmbeddingContext } from '../context.js';
import { likenessToWire, signalsToWire, vectorToWire } from './converters.js';

export function embedImage({ models, embedImages }: EmbeddingContext) {
  return async (request: EmbedImageRequest, call: CallContext): Promise<EmbedImageResponseInput> => {
    const { fingerprint, sentences } = models.get().profile;
    const { withSignals, withLikeness, withObjectNames } = request;
    const { image, vector, objectNames, captionGuess, measured, likeness } = await embedImages.embed(
      request.image,
      { withSignals, withLikeness, withObjectNames },
      call,
    );
    return {
      vector: vectorToWire(vector),
      fingerprint,
      sentenceDimensions: sentences?.dimensions ?? 0,
      width: image.width,
      height: image.height,
      format: image.format,
      objectNames: [...objectNames],
      ...(captionGuess && { captionGuess: vectorToWire(captionGuess) }),
      ...(measured && {
        signals: signalsToWire(measured.signals),
        localFeatures: measured.localFeatures,
      }),
      ...(likeness && { likeness: likenessToWire(likeness) }),
    };
  };
}
