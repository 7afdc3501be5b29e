import type {
  EmbeddingServiceHandlers,
  EmbedTextsRequest,
  EmbedTextsResponseInput,
} from '@imagesearch/contracts/messages';
import type { OpenedProfile } from '@imagesearch/models/open-profile';
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
  models: {
    ready: boolean;
    detail: string;
    /** @throws AppError `dependency_unavailable` until they are loaded. */
    get(): { profile: ModelProfile; texts: TextEncoder; sightTexts: TextEncoder };
  };
  /** Known when the profile's files are on disk, before the models are loaded. */
  profile: () => OpenedProfile | undefined;
  texts: EmbedTexts;
  sightTexts: EmbedTexts;
  images: EmbedImages;
  cutOuts: DescribeCutOuts;
  logger: Logger;
}

export function createHandlers(options: HandlersOptions): EmbeddingServiceHandlers {
  const { models, profile: openedProfile, images, cutOuts, logger } = options;
  return {
    DescribeModel: unary(logger, () => {
      const opened = openedProfile();
      const profile = opened?.profile;
      return Promise.resolve({
        profile: profile?.id ?? 'lite',
        fingerprint: profile?.fingerprint ?? '',
        dimensions: profile?.dimensions ?? null,
        crossModal: profile?.crossModal ?? false,
        textEncoder: profile?.textEncoder.id ?? '',
        ready: models.ready,
        detail: models.detail === '' ? (opened?.sentence ?? '') : models.detail,
        scoreCurves: { ...profile?.scoreCurves },
      });
    }),

    EmbedTexts: unary(logger, (request, call) => embedTexts(request, call, options)),

    EmbedImage: unary(logger, async ({ image, withSignals, withLikeness }, call) => {
      const { profile } = models.get();
      return imageToWire(await images.embed(image, { withSignals, withLikeness }, call), profile);
    }),

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
  const { profile, texts: encoder, sightTexts } = models.get();
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
