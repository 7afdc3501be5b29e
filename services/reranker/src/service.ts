import { serviceDefinition } from '@imagesearch/contracts/clients';
import { ensureReranker } from '@imagesearch/models/hub-models';
import { sayingEachStep } from '@imagesearch/models/profile';
import { loadTokenizer } from '@imagesearch/models/tokenizer';
import { createGrpcService, type GrpcService } from '@imagesearch/service-kit/grpc/service';
import { createLogger, type Logger } from '@imagesearch/service-kit/logging';
import type { RerankerConfig } from './config.js';
import { createCrossEncoderScorer, openCrossEncoderModel } from './cross-encoder.js';
import { createLexicalScorer } from './lexical-scorer.js';
import { createHandlers } from './rpc.js';
import type { Scorer } from './scorer.js';

interface RerankerOverrides {
  logger?: Logger;
}

/** Its model is downloaded and loaded before it listens. */
export function createRerankerService(
  config: RerankerConfig,
  overrides: RerankerOverrides = {},
): GrpcService {
  const logger = overrides.logger ?? createLogger({ service: 'reranker', level: config.logLevel });
  return createGrpcService({
    name: 'reranker',
    settings: config,
    definition: serviceDefinition('reranker'),
    logger,
    open: async (lifecycle, _metrics, signal) => {
      const scorer =
        config.method === 'lexical' ? createLexicalScorer() : await openCrossEncoder(config, logger, signal);
      lifecycle.onClose('scorer', () => scorer.close());
      return createHandlers(scorer, logger);
    },
  });
}

/** @throws Error that names the download command. */
async function openCrossEncoder(
  config: RerankerConfig,
  logger: Logger,
  signal: AbortSignal,
): Promise<Scorer> {
  const { files, padId, tokensMax, lowerCase } = await ensureReranker({
    ...config.settings,
    // The operator named it.
    mayFetch: config.settings.fetch !== 'never',
    onProgress: sayingEachStep((step) => logger.info(step)),
    signal,
  });
  const tokenizer = await loadTokenizer(files.tokenizer, { lowerCase });
  const model = await openCrossEncoderModel(files.model, padId, config.session);
  return createCrossEncoderScorer({ model, tokenizer, tokensMax }, config.budgetMs);
}
