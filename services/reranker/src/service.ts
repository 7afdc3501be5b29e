import type { RerankerServiceHandlers } from '@imagesearch/contracts/messages';
import { rerankerServiceDefinition } from '@imagesearch/contracts/reranker';
import { startGrpcServer, unary } from '@imagesearch/service-kit/grpc-server';
import { Lifecycle } from '@imagesearch/service-kit/lifecycle';
import type { Service } from '@imagesearch/service-kit/run-main';
import type { RerankerConfig } from './config.js';
import { createContext, type RerankerContext, type RerankerOverrides } from './context.js';
import { describeReranker } from './rpc/describe-reranker.js';
import { rerank } from './rpc/rerank.js';

export interface RerankerService extends Service {
  /** `host:port` that it listens on; empty before `start`. */
  readonly address: string;
  /** Resolves when the word vectors are loaded, rejects when they cannot be. */
  whenReady(): Promise<void>;
}

/** The reranker service. It listens as soon as it is started; its word vectors are built and loaded meanwhile. */
export function createRerankerService(
  config: RerankerConfig,
  overrides: RerankerOverrides = {},
): RerankerService {
  const context = createContext(config, overrides);
  const lifecycle = new Lifecycle(context.logger);
  let address = '';
  return {
    get address() {
      return address;
    },
    start: async () => {
      const { logger, words } = context;
      lifecycle.onClose('word vectors', () => words.close());
      const definition = rerankerServiceDefinition;
      const server = await startGrpcServer({
        listen: config.listen,
        definition,
        handlers: handlersOf(context),
        logger,
      });
      lifecycle.onClose('server', () => server.close());
      address = server.address;
      // A failure is logged and shown by DescribeReranker; the health service goes on answering NOT_SERVING.
      words.start().then(
        () => {
          logger.info('the word vectors are ready');
          server.setServing(true);
        },
        () => undefined,
      );
    },
    whenReady: async () => {
      await context.words.start();
    },
    close: () => lifecycle.close(),
  };
}

function handlersOf(context: RerankerContext): RerankerServiceHandlers {
  const { logger } = context;
  return {
    DescribeReranker: unary(logger, describeReranker(context)),
    Rerank: unary(logger, rerank(context)),
  };
}
