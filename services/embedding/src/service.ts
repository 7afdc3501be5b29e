import { serviceDefinition } from '@imagesearch/contracts/clients';
import { askIndexedModel } from '@imagesearch/contracts/indexed-model';
import { createGrpcService, type GrpcService } from '@imagesearch/service-kit/grpc/service';
import type { RecentDecodes } from '@imagesearch/image-files/recent-decodes';
import { createLogger, type Logger } from '@imagesearch/service-kit/logging';
import { createImageDecoder } from './adapters/images/decode-image.js';
import { shrinkTo } from './adapters/images/resize-pixels.js';
import { loadModels } from './adapters/models/load-models.js';
import { BatchQueue, type QueueEvents } from './app/batch-queue.js';
import { createImages } from './app/images.js';
import type { EmbeddingConfig } from './config.js';
import type { TextEncoder } from './domain/encoders.js';
import { createEvents } from './events.js';
import { createHandlers, type TextQueue } from './rpc.js';

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
    definition: serviceDefinition('embedding'),
    logger,
    open: async (lifecycle, metrics, signal) => {
      const access = { ...config, logger };
      const indexFingerprint = await askIndexedModel(config.retrievalAddress, access, signal);
      const { models, sentence } = await loadModels({ ...access, indexFingerprint, signal, lifecycle });
      const decoder = createImageDecoder();
      lifecycle.onClose('decoders', () => decoder.close());
      const events = createEvents(metrics);
      const texts = textQueue(models.texts, config, events('texts'));
      lifecycle.onClose('texts', () => texts.close());
      const sightTexts =
        models.sightTexts === models.texts
          ? texts
          : textQueue(models.sightTexts, config, events('sight_texts'));
      lifecycle.onClose('sight texts', () => sightTexts.close());
      const images = createImages({
        ...config,
        models,
        decode: decoder.decode,
        shrink: shrinkTo,
        recentDecodes: overrides.recentDecodes,
        events,
      });
      lifecycle.onClose('images', () => images.close());
      return createHandlers({ profile: models.profile, sentence, texts, sightTexts, images, logger });
    },
  });
}

function textQueue(
  encoder: TextEncoder,
  { textBatchMax, textQueueMax }: EmbeddingConfig,
  events: QueueEvents,
): TextQueue {
  return new BatchQueue({
    run: (texts) => encoder.embed(texts),
    batchMax: textBatchMax,
    waitingMax: textQueueMax,
    events,
  });
}
