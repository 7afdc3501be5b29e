import { serviceDefinition } from '@imagesearch/contracts/clients';
import { askIndexedModel } from '@imagesearch/contracts/indexed-model';
import { createGrpcService, type GrpcService } from '@imagesearch/service-kit/grpc/service';
import { createLogger, type Logger } from '@imagesearch/service-kit/logging';
import { createImageDecoder } from './adapters/images/decode-image.js';
import { shrinkTo } from './adapters/images/resize-pixels.js';
import { loadModels } from './adapters/models/load-models.js';
import { BatchQueue } from './app/batch-queue.js';
import { createImages } from './app/images.js';
import type { EmbeddingConfig } from './config.js';
import type { TextEncoder } from './domain/encoders.js';
import { createEvents } from './events.js';
import { createHandlers, type TextQueue } from './rpc.js';

export interface EmbeddingOverrides {
  logger?: Logger;
}

/** The thread runs one batch after another, so that a search waits for one caption at most, however many are ingested. */
const CAPTIONS_AT_ONCE = 1;

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
      const openQueue = (
        name: 'texts' | 'captions' | 'sight_texts',
        encoder: TextEncoder,
        batchMax = config.textBatchMax,
      ): TextQueue => {
        const run = (items: string[]) => encoder.embed(items);
        const queue = new BatchQueue({
          run,
          batchMax,
          waitingMax: config.textQueueMax,
          events: events(name),
        });
        lifecycle.onClose(name, () => queue.close());
        return queue;
      };
      const texts = openQueue('texts', models.texts);
      const captions = openQueue('captions', models.texts, CAPTIONS_AT_ONCE);
      const sightTexts =
        models.sightTexts === models.texts ? texts : openQueue('sight_texts', models.sightTexts);
      const images = createImages({
        ...config,
        models,
        decode: decoder.decode,
        shrink: shrinkTo,
        events,
      });
      lifecycle.onClose('images', () => images.close());
      const { profile, classWords } = models;
      return createHandlers({ profile, sentence, texts, captions, sightTexts, classWords, images, logger });
    },
  });
}
