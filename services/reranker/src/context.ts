import { askIndexedModel } from '@imagesearch/contracts/indexed-model';
import type { ProfileProgress } from '@imagesearch/models/profile';
import { BackgroundLoad } from '@imagesearch/service-kit/background-load';
import { createLogger, type Logger } from '@imagesearch/service-kit/logging';
import type { RerankerConfig } from './config.js';
import type { Judge } from './domain/scorer.js';
import { openJudge } from './adapters/open-scorer.js';

export interface RerankerOverrides {
  logger?: Logger;
}

export interface RerankerContext {
  logger: Logger;
  judge: BackgroundLoad<Judge>;
}

export function createContext(config: RerankerConfig, overrides: RerankerOverrides): RerankerContext {
  const logger = overrides.logger ?? createLogger({ service: 'reranker', level: config.logLevel });
  const judge = new BackgroundLoad<Judge>({
    what: 'The model profile',
    load: async (report, signal) => {
      const { retrievalAddress, serviceTokens } = config;
      if (retrievalAddress !== undefined) report('asking the index which model filled it');
      const opened = await openJudge({
        ...config,
        indexFingerprint:
          retrievalAddress === undefined
            ? ''
            : await askIndexedModel(retrievalAddress, serviceTokens[0], signal),
        onProgress: (progress) => report(detailOf(progress)),
        signal,
      });
      logger.info({ method: opened.judge.method, why: opened.why }, 'how candidates are judged');
      return opened.judge;
    },
    unload: (loaded) => loaded.close(),
    logger,
  });
  return { logger, judge };
}

function detailOf({ step, done, total }: ProfileProgress): string {
  return `preparing the model profile: ${step} ${total === 0 ? 0 : Math.floor((100 * done) / total)} %`;
}
