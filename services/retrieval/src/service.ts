import { retrievalServiceDefinition } from '@imagesearch/contracts/retrieval';
import type { RetrievalServiceHandlers } from '@imagesearch/contracts/messages';
import { serverStreaming, unary } from '@imagesearch/service-kit/grpc/server';
import { createGrpcService, type GrpcService } from '@imagesearch/service-kit/grpc/service';
import { createLogger, type Logger } from '@imagesearch/service-kit/logging';
import type { RetrievalConfig } from './config.js';
import { createContext, type RetrievalContext } from './context.js';
import { abandonRebuild } from './rpc/abandon-rebuild.js';
import { checkSpelling } from './rpc/check-spelling.js';
import { countPoints } from './rpc/count-points.js';
import { deletePoints } from './rpc/delete-points.js';
import { describeIndex } from './rpc/describe-index.js';
import { findSimilarPoints } from './rpc/find-similar-points.js';
import { getPointVersions } from './rpc/get-point-versions.js';
import { optimizeIndex } from './rpc/optimize-index.js';
import { publishRebuild } from './rpc/publish-rebuild.js';
import { rebuildIndex } from './rpc/rebuild-index.js';
import { searchPoints } from './rpc/search-points.js';
import { startRebuild } from './rpc/start-rebuild.js';
import { upsertPoints } from './rpc/upsert-points.js';

export interface RetrievalOverrides {
  logger?: Logger;
}

/** The retrieval service. Its index is open before it listens; its words and the dictionary are read before it is ready. */
export function createRetrievalService(
  config: RetrievalConfig,
  overrides: RetrievalOverrides = {},
): GrpcService {
  const logger = overrides.logger ?? createLogger({ service: 'retrieval', level: config.logLevel });
  return createGrpcService({
    name: 'retrieval',
    settings: config,
    listen: config.listen,
    serviceTokens: config.serviceTokens,
    drainTimeoutMs: config.drainTimeoutMs,
    definition: retrievalServiceDefinition,
    logger,
    open: async (lifecycle, metrics) => {
      const context = await createContext(config, logger, metrics);
      lifecycle.onClose('index', () => context.index.close());
      return { handlers: handlersOf(context), loading: context.spelling.warm() };
    },
  });
}

function handlersOf(context: RetrievalContext): RetrievalServiceHandlers {
  const { logger } = context;
  return {
    DescribeIndex: unary(logger, describeIndex(context)),
    UpsertPoints: unary(logger, upsertPoints(context)),
    DeletePoints: unary(logger, deletePoints(context)),
    GetPointVersions: unary(logger, getPointVersions(context)),
    OptimizeIndex: unary(logger, optimizeIndex(context)),
    SearchPoints: unary(logger, searchPoints(context)),
    CountPoints: unary(logger, countPoints(context)),
    CheckSpelling: unary(logger, checkSpelling(context)),
    FindSimilarPoints: unary(logger, findSimilarPoints(context)),
    RebuildIndex: serverStreaming(logger, rebuildIndex(context)),
    StartRebuild: unary(logger, startRebuild(context)),
    PublishRebuild: unary(logger, publishRebuild(context)),
    AbandonRebuild: unary(logger, abandonRebuild(context)),
  };
}
