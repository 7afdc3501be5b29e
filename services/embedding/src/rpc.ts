import type {
  EmbeddingServiceHandlers,
  EmbedTextsRequest,
  EmbedTextsResponseInput,
} from '@imagesearch/contracts/messages';
import type { ModelProfile } from '@imagesearch/models/profile';
import type { CallContext } from '@imagesearch/service-kit/call-context';
import { unary } from '@imagesearch/service-kit/grpc/server';
import type { Logger } from '@imagesearch/service-kit/logging';
import type { DescribeCutOuts } from './app/describe-cut-outs.js';
import type { EmbedImages } from './app/embed-images.js';
import type { EmbedTexts } from './app/embed-texts.js';
import type { TextEncoder } from './domain/encoders.js';
import { checkTexts, imageToWire, vectorToWire } from './wire.js';

interface HandlersOptions {
  models: { profile: ModelProfile; texts: TextEncoder; sightTexts: TextEncoder };
  /** What the profile finds, what it cannot do, and the one command that helps. */
  sentence: string;
  texts: EmbedTexts;
  sightTexts: EmbedTexts;
  images: EmbedImages;
  cutOuts: DescribeCutOuts;
  logger: Logger;
}

export function createHandlers(options: HandlersOptions): EmbeddingServiceHandlers {
  const { models, sentence, images, cutOuts, logger } = options;
  const { profile } = models;
  return {
    DescribeModel: unary(logger, () =>
      Promise.resolve({
        profile: profile.id,
        fingerprint: profile.fingerprint,
        dimensions: profile.dimensions,
        crossModal: profile.crossModal,
        textEncoder: profile.textEncoder.id,
        detail: sentence,
        scoreCurves: profile.scoreCurves,
      }),
    ),

    EmbedTexts: unary(logger, (request, call) => embedTexts(request, call, options)),

    EmbedImage: unary(logger, async ({ image, withSignals, withLikeness }, call) =>
      imageToWire(await images.embed(image, { withSignals, withLikeness }, call), profile),
    ),

    DescribeLocalFeatures: unary(logger, async ({ image }, call) => ({
      localFeatures: await cutOuts.describe(image, call),
    })),
  };
}

async function embedTexts(
  { texts, areCaptions }: EmbedTextsRequest,
  call: CallContext,
  { models, texts: byText, sightTexts: bySight }: HandlersOptions,
): Promise<EmbedTextsResponseInput> {
  checkTexts(texts);
  const { profile, texts: encoder, sightTexts } = models;
  const { fingerprint, crossModal, textEncoder } = profile;
  const prefix = textEncoder.prefixes[areCaptions ? 'caption' : 'query'];
  const prefixed = texts.map((text) => prefix + text);
  const embedding = byText.embed(prefixed, call);
  const [vectors, sightVectors] = await Promise.all([
    embedding,
    areCaptions ? [] : encoder === sightTexts ? embedding : bySight.embed(texts, call),
  ]);
  return {
    vectors: vectors.map(vectorToWire),
    sightVectors: sightVectors.map(vectorToWire),
    fingerprint,
    crossModal,
    englishOnly: textEncoder.englishOnly,
  };
}
