import type { ModelProfile, ProfileProgress } from '@imagesearch/models/profile';
import { BackgroundLoad } from '@imagesearch/service-kit/background-load';
import { createLogger, type Logger } from '@imagesearch/service-kit/logging';
import type { EmbeddingConfig } from './config.js';
import { createEmbedPictures, type EmbedPictures } from './embed-pictures.js';
import { createEmbedText, type EmbedText } from './embed-texts.js';
import { loadModels, unloadModels, type Models } from './models/load-models.js';

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
  embedText: EmbedText;
  embedPictures: EmbedPictures;
}

export function createContext(config: EmbeddingConfig, overrides: EmbeddingOverrides): EmbeddingContext {
  const logger = overrides.logger ?? createLogger({ service: 'embedding', level: config.logLevel });
  let profile: ModelProfile | undefined;
  const models = new BackgroundLoad<Models>({
    what: 'The model profile',
    load: (report, signal) =>
      loadModels({
        modelDir: config.modelDir,
        threads: config.threads,
        signal,
        onProgress: (progress) => {
          report(detailOf(progress));
          overrides.onProgress?.(progress);
        },
        onProfile: (ready) => {
          profile = ready;
          report('loading the lite profile');
        },
      }),
    unload: unloadModels,
    logger,
  });
  return {
    logger,
    models,
    profile: () => profile,
    embedText: createEmbedText(() => models.get().words),
    embedPictures: createEmbedPictures({ ...config, models: () => models.get() }),
  };
}

function detailOf({ step, done, total }: ProfileProgress): string {
  return `building the lite profile: ${step} ${total === 0 ? 0 : Math.floor((100 * done) / total)} %`;
}
