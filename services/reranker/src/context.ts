import { askIndexedModel } from '@imagesearch/contracts/indexed-model';
import type { ProfileProgress } from '@imagesearch/models/profile';
import { BackgroundLoad } from '@imagesearch/service-kit/process/background-load';
import type { Logger } from '@imagesearch/service-kit/logging';
import type { RerankerConfig } from './config.js';
import type { Scorer } from './domain/scorer.js';
import { createCrossEncoderScorer } from './app/cross-encoder-scorer.js';
import { createLexicalScorer } from './app/lexical-scorer.js';
import { openScoringModel } from './adapters/open-scoring-model.js';

export interface RerankerContext {
  logger: Logger;
  scorer: BackgroundLoad<Scorer>;
}

export function createContext(config: RerankerConfig, logger: Logger): RerankerContext {
  const scorer = new BackgroundLoad<Scorer>({
    what: 'The model profile',
    load: async (report, signal) => {
      const model = await openScoringModel({
        ...config,
        indexFingerprint: await indexFingerprint(config, report, signal),
        onProgress: (progress) => report(detailOf(progress)),
        signal,
      });
      logger.info({ method: model.method, why: model.why }, 'how candidates are scored');
      return model.method === 'lexical'
        ? createLexicalScorer(model.vectors, config.cachedTextsMax)
        : createCrossEncoderScorer(model, config);
    },
    unload: (loaded) => loaded.close(),
    logger,
  });
  return { logger, scorer };
}

/** Empty where the configuration names no index. */
async function indexFingerprint(
  { retrievalAddress, serviceTokens }: RerankerConfig,
  report: (detail: string) => void,
  signal: AbortSignal,
): Promise<string> {
  if (retrievalAddress === undefined) return '';
  report('asking the index which model filled it');
  return askIndexedModel(retrievalAddress, serviceTokens[0], signal);
}

function detailOf({ step, done, total }: ProfileProgress): string {
  return `preparing the model profile: ${step} ${total === 0 ? 0 : Math.floor((100 * done) / total)} %`;
}
