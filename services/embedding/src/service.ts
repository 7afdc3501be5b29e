import { embeddingServiceDefinition } from '@imagesearch/contracts/embedding';
import { askIndexedModel } from '@imagesearch/contracts/indexed-model';
import { createGrpcService, type GrpcService } from '@imagesearch/service-kit/grpc/service';
import type { RecentDecodes } from '@imagesearch/service-kit/image/recent-decodes';
import { createLogger, type Logger } from '@imagesearch/service-kit/logging';
import { createImageDecoder } from './adapters/images/decode-image.js';
import { shrinkTo } from './adapters/images/resize-pixels.js';
import { loadModels, type LoadedModels, type Models } from './adapters/models/load-models.js';
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

/** Its models are downloaded and loaded before it listens. */
export function createEmbeddingService(
  config: EmbeddingConfig,
  overrides: EmbeddingOverrides = {},
): GrpcService {
  const logger = overrides.logger ?? createLogger({ service: 'embedding', level: config.logLevel });
  return createGrpcService({
    name: 'embedding',
    settings: config,
    definition: embeddingServiceDefinition,
    logger,
    open: async (lifecycle, metrics, signal) => {
      const { models, sentence, close } = await loadForIndex(config, logger, signal);
      lifecycle.onClose('models', close);
      const decoder = createImageDecoder();
      lifecycle.onClose('decoders', () => decoder.close());
      const { texts, sightTexts, images, cutOuts } = useCasesOf(config, {
        models,
        decode: decoder.decode,
        recentDecodes: overrides.recentDecodes,
        events: createEvents(metrics),
      });
      lifecycle.onClose('texts', () => texts.close());
      lifecycle.onClose('sight texts', () => sightTexts.close());
      lifecycle.onClose('images', () => images.close());
      return createHandlers({ models, sentence, texts, sightTexts, images, cutOuts, logger });
    },
  });
}

interface Parts {
  models: Models;
  decode: DecodeImage;
  recentDecodes: RecentDecodes | undefined;
  events: EmbeddingEvents;
}

function useCasesOf(config: EmbeddingConfig, { models, decode, recentDecodes, events }: Parts) {
  const pixels = { decode, shrink: shrinkTo, recentCopies: new RecentCopies() };
  return {
    texts: createEmbedTexts({ ...config, encoder: () => models.texts, events: events('texts') }),
    sightTexts: createEmbedTexts({
      ...config,
      encoder: () => models.sightTexts,
      events: events('sight_texts'),
    }),
    images: createEmbedImages({
      ...config,
      ...pixels,
      models: () => models,
      recentDecodes,
      events: { images: events('images'), tower: events('tower') },
    }),
    cutOuts: createDescribeCutOuts({ ...config, ...pixels, events: events('cut_outs') }),
  };
}

/** Asks the index for its model, then loads it. */
async function loadForIndex(
  config: EmbeddingConfig,
  logger: Logger,
  signal: AbortSignal,
): Promise<LoadedModels> {
  return loadModels({
    ...config,
    indexFingerprint: await askIndexedModel(config.retrievalAddress, { ...config, logger }, signal),
    signal,
    logger,
  });
}
