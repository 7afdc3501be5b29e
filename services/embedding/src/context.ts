import { askIndexedModel, ASKING_INDEX } from '@imagesearch/contracts/indexed-model';
import { progressText, type ModelProfile, type ProfileProgress } from '@imagesearch/models/profile';
import { BackgroundLoad } from '@imagesearch/service-kit/process/background-load';
import type { RecentDecodes } from '@imagesearch/service-kit/image/recent-decodes';
import type { Logger } from '@imagesearch/service-kit/logging';
import { createSemaphore } from '@imagesearch/service-kit/resilience/semaphore';
import type { EmbeddingConfig } from './config.js';
import type { EmbeddingEvents } from './events.js';
import { createDescribeCutOuts, type DescribeCutOuts } from './app/describe-cut-outs.js';
import { createEmbedImages, type EmbedImages } from './app/embed-images.js';
import { createEmbedSentences, type EmbedSentences } from './app/embed-sentences.js';
import { createEmbedTexts, type EmbedTexts } from './app/embed-texts.js';
import { RecentCopies } from './app/recent-copies.js';
import { createImageDecoder, type ImageDecoder } from './adapters/images/decode-image.js';
import { shrinkTo } from './adapters/images/resize-pixels.js';
import { loadModels, unloadModels, type Models } from './adapters/models/load-models.js';

export interface EmbeddingContext {
  logger: Logger;
  models: BackgroundLoad<Models>;
  /** Known when the profile's files are on disk, before the models are loaded. */
  profile: () => ModelProfile | undefined;
  embedTexts: EmbedTexts;
  embedSentences: EmbedSentences;
  embedImages: EmbedImages;
  describeCutOuts: DescribeCutOuts;
  imageDecoder: ImageDecoder;
}

interface ContextOptions {
  onProgress?: (progress: ProfileProgress) => void;
  modelFiles?: Promise<void> | undefined;
  recentDecodes?: RecentDecodes | undefined;
}

export function createContext(
  config: EmbeddingConfig,
  { logger, events }: { logger: Logger; events: EmbeddingEvents },
  { onProgress, modelFiles, recentDecodes }: ContextOptions,
): EmbeddingContext {
  let profile: ModelProfile | undefined;
  const models = new BackgroundLoad<Models>({
    what: 'The model profile',
    after: modelFiles,
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
        onProfile: (ready, why) => {
          profile = ready;
          report(`loading the profile ${ready.id}`);
          logger.info({ profile: ready.id, fingerprint: ready.fingerprint, why }, 'the model profile');
        },
      });
    },
    unload: unloadModels,
    logger,
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
    embedTexts: createEmbedTexts({ ...shared, events: events('texts') }),
    embedSentences: createEmbedSentences({ ...shared, events: events('sentences') }),
    embedImages: createEmbedImages({
      ...shared,
      events: { images: events('images'), tower: events('tower') },
      ...pixels,
    }),
    describeCutOuts: createDescribeCutOuts({ ...config, ...pixels, events: events('cut_outs') }),
    imageDecoder,
  };
}
