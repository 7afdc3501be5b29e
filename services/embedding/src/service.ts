import { embeddingServiceDefinition } from '@imagesearch/contracts/embedding';
import type { EmbeddingServiceHandlers } from '@imagesearch/contracts/messages';
import { unary } from '@imagesearch/service-kit/grpc/server';
import { createGrpcService, type GrpcService } from '@imagesearch/service-kit/grpc/service';
import type { EmbeddingConfig } from './config.js';
import { createContext, type EmbeddingContext, type EmbeddingOverrides } from './context.js';
import { blockOtherLoaders } from './adapters/images/decode-image.js';
import { describeModel } from './rpc/describe-model.js';
import { embedImage } from './rpc/embed-image.js';
import { embedTexts } from './rpc/embed-texts.js';

export interface EmbeddingService extends GrpcService {
  /** Resolves when the models are loaded, rejects when they cannot be. */
  whenReady(): Promise<void>;
}

/** The embedding service. It listens as soon as it is started; its models are built and loaded meanwhile. */
export function createEmbeddingService(
  config: EmbeddingConfig,
  overrides: EmbeddingOverrides = {},
): EmbeddingService {
  const context = createContext(config, overrides);
  const { logger, models } = context;
  const service = createGrpcService({
    listen: config.listen,
    serviceTokens: config.serviceTokens,
    definition: embeddingServiceDefinition,
    logger,
    open: (lifecycle) => {
      blockOtherLoaders();
      lifecycle.onClose('models', () => models.close());
      lifecycle.onClose('texts', () => context.embedTexts.close());
      lifecycle.onClose('pictures', () => context.embedImages.close());
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
  };
}
