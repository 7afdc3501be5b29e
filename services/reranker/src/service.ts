import type { RerankerServiceHandlers } from '@imagesearch/contracts/messages';
import { rerankerServiceDefinition } from '@imagesearch/contracts/reranker';
import { unary } from '@imagesearch/service-kit/grpc/server';
import { createGrpcService, type GrpcService } from '@imagesearch/service-kit/grpc/service';
import { createLogger, type Logger } from '@imagesearch/service-kit/logging';
import type { RerankerConfig } from './config.js';
import { createContext, type RerankerContext } from './context.js';
import { describeReranker } from './rpc/describe-reranker.js';
import { rerank } from './rpc/rerank.js';

export interface RerankerOverrides {
  logger?: Logger;
}

export interface RerankerService extends GrpcService {
  /** Resolves when the scorer is loaded, rejects when it cannot be loaded. */
  whenReady(): Promise<void>;
}

/** It listens before its model is there; the model is downloaded and loaded in the background. */
export function createRerankerService(
  config: RerankerConfig,
  overrides: RerankerOverrides = {},
): RerankerService {
  const logger = overrides.logger ?? createLogger({ service: 'reranker', level: config.logLevel });
  const context = createContext(config, logger);
  const { scorer } = context;
  const service = createGrpcService({
    name: 'reranker',
    settings: config,
    listen: config.listen,
    serviceTokens: config.serviceTokens,
    drainTimeoutMs: config.drainTimeoutMs,
    definition: rerankerServiceDefinition,
    logger,
    open: (lifecycle) => {
      lifecycle.onClose('scorer', () => scorer.close());
      return { handlers: handlersOf(context), loading: scorer.start() };
    },
  });
  return Object.assign(service, {
    whenReady: async () => {
      await scorer.start();
    },
  });
}

function handlersOf(context: RerankerContext): RerankerServiceHandlers {
  const { logger } = context;
  return {
    DescribeReranker: unary(logger, describeReranker(context)),
    Rerank: unary(logger, rerank(context)),
  };
}
