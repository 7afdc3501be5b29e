import type { ModelProfile, ProfileProgress } from '@imagesearch/models/profile';
import { askIndexedModel } from '@imagesearch/contracts/indexed-model';
import { BackgroundLoad } from '@imagesearch/service-kit/process/background-load';
import { createLogger, type Logger } from '@imagesearch/service-kit/logging';
import { createSemaphore } from '@imagesearch/service-kit/resilience/semaphore';
import type { EmbeddingConfig } from './config.js';
import { createEmbedImages, type EmbedImages } from './app/embed-images.js';
import { createEmbedTexts, type EmbedTexts } from './app/embed-texts.js';
import { loadModels, unloadModels, type Models } from './adapters/models/load-models.js';

export interface EmbeddingOverrides {
  logger?: Logger;
  /** Told how far the models are built, for a progress bar. */
  onProgress?: (progress: ProfileProgress) => void;
}

export interface EmbeddingContext {
  logger: Logger;
  models: BackgroundLoad<Models>;
  /** Known as soon as the profile's files are there, before the models are loaded. */
  profile: () => ModelProfile | undefined;
  embedTexts: EmbedTexts;
  embedImages: EmbedImages;
}

export function createContext(config: EmbeddingConfig, overrides: EmbeddingOverrides): EmbeddingContext {
  const logger = overrides.logger ?? createLogger({ service: 'embedding', level: config.logLevel });
  let profile: ModelProfile | undefined;
  const models = new BackgroundLoad<Models>({
    what: 'The model profile',
    load: async (report, signal) =>
      loadModels({
        ...config,
        indexFingerprint: await indexFingerprint(config, report, signal),
        signal,
        onProgress: (progress) => {
          report(detailOf(progress));
          overrides.onProgress?.(progress);
        },
        onProfile: (ready, why) => {
          profile = ready;
          report(`loading the profile ${ready.id}`);
          logger.info({ profile: ready.id, fingerprint: ready.fingerprint, why }, 'the model profile');
        },
      }),
    unload: unloadModels,
    logger,
  });
  // One at a time: a run uses every thread, and texts and images alternate.
  const modelSemaphore = createSemaphore(1);
  return {
    logger,
    models,
    profile: () => profile,
    embedTexts: createEmbedTexts({ ...config, modelSemaphore, models: () => models.get() }),
    embedImages: createEmbedImages({ ...config, modelSemaphore, models: () => models.get() }),
  };
}

/** Empty where no index is named: then nobody knows. */
async function indexFingerprint(
  { retrievalAddress, serviceTokens }: EmbeddingConfig,
  report: (detail: string) => void,
  signal: AbortSignal,
): Promise<string> {
  if (retrievalAddress === undefined) return '';
  report('asking the index which model filled it');
  return askIndexedModel(retrievalAddress, serviceTokens[0], signal);
}

function detailOf({ step, done, total }: ProfileProgress): string {
  return `preparing the model profile: ${step} ${total === 0 ? 0 : Math.floor((100 * done) / total)} %`;
}
