import { embeddingServiceDefinition } from '@imagesearch/contracts/embedding';
import type { EmbeddingServiceHandlers } from '@imagesearch/contracts/messages';
import { startGrpcServer, unary } from '@imagesearch/service-kit/grpc-server';
import { Lifecycle } from '@imagesearch/service-kit/lifecycle';
import type { Service } from '@imagesearch/service-kit/run-main';
import type { EmbeddingConfig } from './config.js';
import { createContext, type EmbeddingContext, type EmbeddingOverrides } from './context.js';
import { blockOtherLoaders } from './pictures/decode-picture.js';
import { describeModel } from './rpc/describe-model.js';
import { embedImage } from './rpc/embed-image.js';
import { embedTexts } from './rpc/embed-texts.js';

export interface EmbeddingService extends Service {
  /** `host:port` that it listens on; empty before `start`. */
  readonly address: string;
  /** Resolves when the models are loaded, rejects when they cannot be. */
  whenReady(): Promise<void>;
}

/** The embedding service. It listens as soon as it is started; its models are built and loaded meanwhile. */
export function createEmbeddingService(
  config: EmbeddingConfig,
  overrides: EmbeddingOverrides = {},
): EmbeddingService {
  const context = createContext(config, overrides);
  const lifecycle = new Lifecycle(context.logger);
  let address = '';
  return {
    get address() {
      return address;
    },
    start: async () => {
      blockOtherLoaders();
      lifecycle.onClose('models', () => context.models.close());
      lifecycle.onClose('queues', () => context.embedPictures.close());
      const { logger, models } = context;
      const definition = embeddingServiceDefinition;
      const server = await startGrpcServer({
        listen: config.listen,
        definition,
        handlers: handlersOf(context),
        logger,
      });
      lifecycle.onClose('server', () => server.close());
      address = server.address;
      // A failure is logged and shown by DescribeModel; the health service goes on answering NOT_SERVING.
      models.start().then(
        ({ profile: { id, fingerprint } }) => {
          logger.info({ profile: id, fingerprint }, 'the models are ready');
          server.setServing(true);
        },
        () => undefined,
      );
    },
    whenReady: async () => {
      await context.models.start();
    },
    close: () => lifecycle.close(),
  };
}

function handlersOf(context: EmbeddingContext): EmbeddingServiceHandlers {
  const { logger } = context;
  return {
    DescribeModel: unary(logger, describeModel(context)),
    EmbedTexts: unary(logger, embedTexts(context)),
    EmbedImage: unary(logger, embedImage(context)),
  };
}
