import { retrievalServiceDefinition } from '@imagesearch/contracts/retrieval';
import type { RetrievalServiceHandlers } from '@imagesearch/contracts/messages';
import { startGrpcServer, unary } from '@imagesearch/service-kit/grpc-server';
import { Lifecycle } from '@imagesearch/service-kit/lifecycle';
import { createLogger, type Logger } from '@imagesearch/service-kit/logging';
import type { RetrievalConfig } from './config.js';
import { createContext, type RetrievalContext } from './context.js';
import { deletePoints } from './rpc/delete-points.js';
import { describeIndex } from './rpc/describe-index.js';
import { findSimilarPoints } from './rpc/find-similar-points.js';
import { getPointVersions } from './rpc/get-point-versions.js';
import { optimizeIndex } from './rpc/optimize-index.js';
import { searchPoints } from './rpc/search-points.js';
import { upsertPoints } from './rpc/upsert-points.js';

export interface RetrievalService {
  /** Resolves once the store is open, the port listens and health says SERVING. */
  start(): Promise<void>;
  close(): Promise<void>;
  /** `host:port` that it listens on; known once started. */
  readonly address: string;
}

export interface RetrievalOverrides {
  logger?: Logger;
}

export function createRetrievalService(
  config: RetrievalConfig,
  overrides: RetrievalOverrides = {},
): RetrievalService {
  const logger = overrides.logger ?? createLogger({ service: 'retrieval', level: config.logLevel });
  const lifecycle = new Lifecycle(logger);
  let address: string | undefined;

  return {
    start: async () => {
      const context = await createContext(config, logger);
      lifecycle.onClose('index', () => context.index.close());
      const server = await startGrpcServer({
        listen: config.listen,
        definition: retrievalServiceDefinition,
        handlers: handlersOf(context),
        logger,
      });
      lifecycle.onClose('server', () => server.close());
      address = server.address;
      server.setServing(true);
    },
    close: () => lifecycle.close(),
    get address() {
      if (address === undefined) throw new Error('The retrieval service has not started.');
      return address;
    },
  };
}

function handlersOf({ index, logger }: RetrievalContext): RetrievalServiceHandlers {
  return {
    DescribeIndex: unary(logger, describeIndex(index)),
    UpsertPoints: unary(logger, upsertPoints(index)),
    DeletePoints: unary(logger, deletePoints(index)),
    GetPointVersions: unary(logger, getPointVersions(index)),
    OptimizeIndex: unary(logger, optimizeIndex(index)),
    SearchPoints: unary(logger, searchPoints(index)),
    FindSimilarPoints: unary(logger, findSimilarPoints(index)),
  };
}
