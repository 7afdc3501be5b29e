import { askIndexedModel, ASKING_INDEX } from '@imagesearch/contracts/indexed-model';
import type { OpenedProfile } from '@imagesearch/models/open-profile';
import { progressText, type ProfileProgress } from '@imagesearch/models/profile';
import { BackgroundLoad } from '@imagesearch/service-kit/process/background-load';
import type { RecentDecodes } from '@imagesearch/service-kit/image/recent-decodes';
import type { Logger } from '@imagesearch/service-kit/logging';
import { createSemaphore } from '@imagesearch/service-kit/resilience/semaphore';
import type { EmbeddingConfig } from './config.js';
import type { EmbeddingEvents } from './events.js';
import { createDescribeCutOuts, type DescribeCutOuts } from './app/describe-cut-outs.js';
import { createEmbedImages, type EmbedImages } from './app/embed-images.js';
import { createEmbedTexts, type EmbedTexts } from './app/embed-texts.js';
import { RecentCopies } from './app/recent-copies.js';
import { createImageDecoder, type ImageDecoder } from './adapters/images/decode-image.js';
import { shrinkTo } from './adapters/images/resize-pixels.js';
import { loadModels, unloadModels, type Models } from './adapters/models/load-models.js';

export interface EmbeddingContext {
  logger: Logger;
  models: BackgroundLoad<Models>;
  /** Known when the profile's files are on disk, before the models are loaded. */
  profile: () => OpenedProfile | undefined;
  embedTexts: EmbedTexts;
  /** Of queries, to compare with pixels. */
  embedSightTexts: EmbedTexts;
  embedImages: EmbedImages;
  describeCutOuts: DescribeCutOuts;
  imageDecoder: ImageDecoder;
}

interface ContextOptions {
  onProgress?: ((progress: ProfileProgress) => void) | undefined;
  recentDecodes?: RecentDecodes | undefined;
}

export function createContext(
  config: EmbeddingConfig,
  { logger, events }: { logger: Logger; events: EmbeddingEvents },
  { onProgress, recentDecodes }: ContextOptions,
): EmbeddingContext {
  let profile: OpenedProfile | undefined;
  const models = modelsOf(config, logger, {
    onProgress,
    onProfile: (opened) => (profile = opened),
  });
  // One run at a time: it uses every thread.
  const modelSemaphore = createSemaphore(1);
  const imageDecoder = createImageDecoder();
  const pixels = { decode: imageDecoder.decode, shrink: shrinkTo, recentCopies: new RecentCopies() };
  const shared = { ...config, modelSemaphore, recentDecodes, models: () => models.get() };
  return {
    logger,
    models,
    profile: () => profile,
    embedTexts: createEmbedTexts({
      ...shared,
      encoder: () => models.get().texts,
      events: events('texts'),
    }),
    embedSightTexts: createEmbedTexts({
      ...shared,
      encoder: () => models.get().sightTexts,
      events: events('sight_texts'),
    }),
    embedImages: createEmbedImages({
      ...shared,
      events: { images: events('images'), tower: events('tower') },
      ...pixels,
    }),
    describeCutOuts: createDescribeCutOuts({ ...config, ...pixels, events: events('cut_outs') }),
    imageDecoder,
  };
}

/** Asks the index for its model, then loads it. */
function modelsOf(
  config: EmbeddingConfig,
  logger: Logger,
  {
    onProgress,
    onProfile,
  }: Pick<ContextOptions, 'onProgress'> & { onProfile: (opened: OpenedProfile) => void },
): BackgroundLoad<Models> {
  return new BackgroundLoad<Models>({
    what: 'The model profile',
    load: async (report, signal) => {
      report(ASKING_INDEX);
      return loadModels({
        ...config,
        indexFingerprint: await askIndexedModel(config.retrievalAddress, { ...config, logger }, signal),
        signal,
        onProgress: (progress) => {
          report(progressText(progress));
          onProgress?.(progress);
        },
        onProfile: (opened) => {
          const { id, fingerprint } = opened.profile;
          onProfile(opened);
          report(`loading the profile ${id}`);
          logger.info({ profile: id, fingerprint, why: opened.why }, opened.sentence);
        },
      });
    },
    unload: unloadModels,
    logger,
  });
}
