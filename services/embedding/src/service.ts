import { embeddingServiceDefinition } from '@imagesearch/contracts/embedding';
import type { EmbeddingServiceHandlers } from '@imagesearch/contracts/messages';
import type { ProfileProgress } from '@imagesearch/models/profile';
import { unary } from '@imagesearch/service-kit/grpc/server';
import { createGrpcService, type GrpcService } from '@imagesearch/service-kit/grpc/service';
import type { RecentDecodes } from '@imagesearch/service-kit/image/recent-decodes';
import { createLogger, type Logger } from '@imagesearch/service-kit/logging';
import { createMetrics } from '@imagesearch/service-kit/metrics';
import type { EmbeddingConfig } from './config.js';
import { createContext, type EmbeddingContext } from './context.js';
import { createEvents } from './events.js';
import { describeLocalFeatures } from './rpc/describe-local-features.js';
import { describeModel } from './rpc/describe-model.js';
import { embedImage } from './rpc/embed-image.js';
import { embedTexts } from './rpc/embed-texts.js';

export interface EmbeddingOverrides {
  logger?: Logger;
  onProgress?: (progress: ProfileProgress) => void;
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
  const context = createContext(config, { logger, events: createEvents(metrics) }, overrides);
  const { models, embedTexts: texts, embedSightTexts: sightTexts, embedImages: images } = context;
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
      context.imageDecoder.start();
      lifecycle.onClose('decoders', () => context.imageDecoder.close());
      lifecycle.onClose('models', () => models.close());
      lifecycle.onClose('texts', () => texts.close());
      lifecycle.onClose('sight texts', () => sightTexts.close());
      lifecycle.onClose('images', () => images.close());
      lifecycle.onClose('cut-outs', () => context.describeCutOuts.close());
      return { handlers: handlersOf(context), loading: models.start() };
    },
  });
  return Object.assign(service, {
    whenReady: async () => {
      await models.start();
    },
  });
}

function handlersOf(context: EmbeddingContext): EmbeddingServiceHandlers {
  const { logger } = context;
  return {
    DescribeModel: unary(logger, describeModel(context)),
    EmbedTexts: unary(logger, embedTexts(context)),
    EmbedImage: unary(logger, embedImage(context)),
    DescribeLocalFeatures: unary(logger, describeLocalFeatures(context)),
  };
}
