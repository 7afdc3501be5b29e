import type { EmbedImageRequest, EmbedImageResponseInput } from '@imagesearch/contracts/messages';
import type { CallContext } from '@imagesearch/service-kit/call-context';
import type { EmbeddingContext } from '../context.js';
import { toWireSignals, toWireVector } from './converters.js';

export function embedImage({ models, embedPictures }: EmbeddingContext) {
  return async (request: EmbedImageRequest, call: CallContext): Promise<EmbedImageResponseInput> => {
    const { fingerprint } = models.get().profile;
    const { picture, vector, captionGuess, signals } = await embedPictures.embed(
      request.image,
      request.withSignals,
      call,
    );
    return {
      vector: toWireVector(vector),
      fingerprint,
      width: picture.width,
      height: picture.height,
      format: picture.format,
      ...(captionGuess && { captionGuess: toWireVector(captionGuess) }),
      ...(signals && { signals: toWireSignals(signals) }),
    };
  };
}
