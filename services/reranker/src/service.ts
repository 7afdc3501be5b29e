import { rerankerServiceDefinition } from '@imagesearch/contracts/reranker';
import { ensureReranker } from '@imagesearch/models/hub-models';
import { progressText } from '@imagesearch/models/profile';
import { loadTokenizer } from '@imagesearch/models/tokenizer';
import { createGrpcService, type GrpcService } from '@imagesearch/service-kit/grpc/service';
import { createLogger, type Logger } from '@imagesearch/service-kit/logging';
import { BackgroundLoad } from '@imagesearch/service-kit/process/background-load';
import type { RerankerConfig } from './config.js';
import { createCrossEncoderScorer, openCrossEncoderModel } from './cross-encoder.js';
import { createLexicalScorer } from './lexical-scorer.js';
import { createHandlers } from './rpc.js';
import type { Scorer } from './scorer.js';

interface RerankerOverrides {
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
  const scorer = new BackgroundLoad<Scorer>({
    what: 'The scorer',
    load: (report, signal) =>
      config.method === 'lexical'
        ? Promise.resolve(createLexicalScorer(config.cachedTextsMax))
        : openCrossEncoder(config, report, signal),
    unload: (loaded) => loaded.close(),
    logger,
  });
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
      return { handlers: createHandlers(scorer, logger), loading: scorer.start() };
    },
  });
  return Object.assign(service, {
    whenReady: async () => {
      await scorer.start();
    },
  });
}

/** @throws Error that names the download command. */
async function openCrossEncoder(
  config: RerankerConfig,
  report: (detail: string) => void,
  signal: AbortSignal,
): Promise<Scorer> {
  const { files, padId, tokensMax, lowerCase } = await ensureReranker({
    ...config.settings,
    // The operator named it.
    mayFetch: config.settings.fetch !== 'never',
    onProgress: (progress) => report(progressText(progress)),
    signal,
  });
  const tokenizer = await loadTokenizer(files.tokenizer, { lowerCase });
  const model = await openCrossEncoderModel(files.model, padId, config.session);
  return createCrossEncoderScorer({ model, tokenizer, tokensMax }, config);
}
