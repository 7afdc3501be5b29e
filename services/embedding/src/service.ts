import { embeddingServiceDefinition } from '@imagesearch/contracts/embedding';
import { askIndexedModel, ASKING_INDEX } from '@imagesearch/contracts/indexed-model';
import type { OpenedProfile } from '@imagesearch/models/open-profile';
import { progressText } from '@imagesearch/models/profile';
import { createGrpcService, type GrpcService } from '@imagesearch/service-kit/grpc/service';
import type { RecentDecodes } from '@imagesearch/service-kit/image/recent-decodes';
import { createLogger, type Logger } from '@imagesearch/service-kit/logging';
import { createMetrics } from '@imagesearch/service-kit/metrics';
import { BackgroundLoad } from '@imagesearch/service-kit/process/background-load';
import { createImageDecoder } from './adapters/images/decode-image.js';
import { shrinkTo } from './adapters/images/resize-pixels.js';
import { loadModels, unloadModels, type Models } from './adapters/models/load-models.js';
import { createDescribeCutOuts, RecentCopies } from './app/describe-cut-outs.js';
import { createEmbedImages } from './app/embed-images.js';
import { createEmbedTexts } from './app/embed-texts.js';
import type { EmbeddingConfig } from './config.js';
import type { DecodeImage } from './domain/image.js';
import { createEvents, type EmbeddingEvents } from './events.js';
import { createHandlers } from './rpc.js';

export interface EmbeddingOverrides {
  logger?: Logger;
  /** Where another service in this process finds what this one has decoded. */
  recentDecodes?: RecentDecodes;
}

export interface EmbeddingService extends GrpcService {
  /** Resolves when the models are loaded, rejects when they cannot be loaded. */
  whenReady(): Promise<void>;
}

/** It listens before its models are there; they are built and loaded in the background. */
export function createEmbeddingService(
  config: EmbeddingConfig,
  overrides: EmbeddingOverrides = {},
): EmbeddingService {
  const logger = overrides.logger ?? createLogger({ service: 'embedding', level: config.logLevel });
  const metrics = createMetrics('embedding');
  let profile: OpenedProfile | undefined;
  const models = modelsOf(config, logger, (opened) => (profile = opened));
  const decoder = createImageDecoder();
  const { texts, sightTexts, images, cutOuts } = useCasesOf(config, {
    models,
    decode: decoder.decode,
    recentDecodes: overrides.recentDecodes,
    events: createEvents(metrics),
  });
  const service = createGrpcService({
    name: 'embedding',
    metrics,
    settings: config,
    listen: config.listen,
    serviceTokens: config.serviceTokens,
    drainTimeoutMs: config.drainTimeoutMs,
    definition: embeddingServiceDefinition,
    logger,
    open: (lifecycle) => {
      lifecycle.onClose('decoders', () => decoder.close());
      lifecycle.onClose('models', () => models.close());
      lifecycle.onClose('texts', () => texts.close());
      lifecycle.onClose('sight texts', () => sightTexts.close());
      lifecycle.onClose('images', () => images.close());
      const parts = { models, profile: () => profile, texts, sightTexts, images, cutOuts, logger };
      return { handlers: createHandlers(parts), loading: models.start() };
    },
  });
  return Object.assign(service, {
    whenReady: async () => {
      await models.start();
    },
  });
}

interface Parts {
  models: BackgroundLoad<Models>;
  decode: DecodeImage;
  recentDecodes: RecentDecodes | undefined;
  events: EmbeddingEvents;
}

function useCasesOf(config: EmbeddingConfig, { models, decode, recentDecodes, events }: Parts) {
  const pixels = { decode, shrink: shrinkTo, recentCopies: new RecentCopies() };
  return {
    texts: createEmbedTexts({ ...config, encoder: () => models.get().texts, events: events('texts') }),
    sightTexts: createEmbedTexts({
      ...config,
      encoder: () => models.get().sightTexts,
      events: events('sight_texts'),
    }),
    images: createEmbedImages({
      ...config,
      ...pixels,
      models: () => models.get(),
      recentDecodes,
      events: { images: events('images'), tower: events('tower') },
    }),
    cutOuts: createDescribeCutOuts({ ...config, ...pixels, events: events('cut_outs') }),
  };
}

/** Asks the index for its model, then loads it. */
function modelsOf(
  config: EmbeddingConfig,
  logger: Logger,
  onProfile: (opened: OpenedProfile) => void,
): BackgroundLoad<Models> {
  return new BackgroundLoad<Models>({
    what: 'The model profile',
    load: async (report, signal) => {
      report(ASKING_INDEX);
      return loadModels({
        ...config,
        indexFingerprint: await askIndexedModel(config.retrievalAddress, { ...config, logger }, signal),
        signal,
        onProgress: (progress) => report(progressText(progress)),
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
