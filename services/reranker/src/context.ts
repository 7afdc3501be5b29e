import { askIndexedModel } from '@imagesearch/contracts/indexed-model';
import type { ProfileProgress } from '@imagesearch/models/profile';
import { BackgroundLoad } from '@imagesearch/service-kit/process/background-load';
import { createLogger, type Logger } from '@imagesearch/service-kit/logging';
import type { RerankerConfig } from './config.js';
import type { Scorer } from './domain/scorer.js';
import { openScorer } from './adapters/open-scorer.js';

export interface RerankerOverrides {
  logger?: Logger;
}

export interface RerankerContext {
  logger: Logger;
  scorer: BackgroundLoad<Scorer>;
}

export function createContext(config: RerankerConfig, overrides: RerankerOverrides): RerankerContext {
  const logger = overrides.logger ?? createLogger({ service: 'reranker', level: config.logLevel });
  const scorer = new BackgroundLoad<Scorer>({
    what: 'The model profile',
    load: async (report, signal) => {
      const { retrievalAddress, serviceTokens } = config;
      if (retrievalAddress !== undefined) report('asking the index which model filled it');
      const opened = await openScorer({
        ...config,
        indexFingerprint:
          retrievalAddress === undefined
            ? ''
            : await askIndexedModel(retrievalAddress, serviceTokens[0], signal),
        onProgress: (progress) => report(detailOf(progress)),
        signal,
      });
      logger.info({ method: opened.scorer.method, why: opened.why }, 'how candidates are judged');
      return opened.scorer;
    },
    unload: (loaded) => loaded.close(),
    logger,
  });
  return { logger, scorer };
}

function detailOf({ step, done, total }: ProfileProgress): string {
  return `preparing the model profile: ${step} ${total === 0 ? 0 : Math.floor((100 * done) / total)} %`;
}
