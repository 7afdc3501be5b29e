import { serviceDefinition } from '@imagesearch/contracts/clients';
import { createGrpcService, type GrpcService } from '@imagesearch/service-kit/grpc/service';
import { createLogger, type Logger } from '@imagesearch/service-kit/logging';
import type { RetrievalConfig } from './config.js';
import { createEvents } from './events.js';
import { openStore } from './index/open.js';
import { createHandlers } from './rpc.js';
import { ServingIndex } from './serving-index.js';
import { SpellingChecker } from './words/spelling-checker.js';

export interface RetrievalOverrides {
  logger?: Logger;
}

/** The retrieval service. Its index is open, and its words and the dictionary are read, before it listens. */
export function createRetrievalService(
  config: RetrievalConfig,
  overrides: RetrievalOverrides = {},
): GrpcService {
  const logger = overrides.logger ?? createLogger({ service: 'retrieval', level: config.logLevel });
  return createGrpcService({
    name: 'retrieval',
    settings: config,
    definition: serviceDefinition('retrieval'),
    logger,
    open: async (lifecycle, metrics) => {
      const store = await openStore({ ...config, events: createEvents(metrics) });
      const index = new ServingIndex(store);
      const spelling = new SpellingChecker(index, logger);
      lifecycle.onClose('index', () => index.close());
      await spelling.warm();
      return createHandlers({ logger, index, spelling });
    },
  });
}
