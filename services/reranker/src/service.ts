import type { RerankerServiceHandlers } from '@imagesearch/contracts/messages';
import { rerankerServiceDefinition } from '@imagesearch/contracts/reranker';
import { unary } from '@imagesearch/service-kit/grpc/server';
import { createGrpcService, type GrpcService } from '@imagesearch/service-kit/grpc/service';
import type { RerankerConfig } from './config.js';
import { createContext, type RerankerContext, type RerankerOverrides } from './context.js';
import { describeReranker } from './rpc/describe-reranker.js';
import { rerank } from './rpc/rerank.js';

export interface RerankerService extends GrpcService {
  /** Resolves when the judge is loaded, rejects when it cannot be. */
  whenReady(): Promise<void>;
}

/** The reranker service. It listens as soon as it is started; what it judges by is brought and loaded meanwhile. */
export function createRerankerService(
  config: RerankerConfig,
  overrides: RerankerOverrides = {},
): RerankerService {
  const context = createContext(config, overrides);
  const { logger, scorer } = context;
  const service = createGrpcService({
    listen: config.listen,
    serviceTokens: config.serviceTokens,
    definition: rerankerServiceDefinition,
    logger,
    open: (lifecycle) => {
      lifecycle.onClose('judge', () => scorer.close());
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
