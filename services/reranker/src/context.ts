import { askIndexedModel, ASKING_INDEX } from '@imagesearch/contracts/indexed-model';
import { unpackTexts } from '@imagesearch/contracts/packed-texts';
import { progressText } from '@imagesearch/models/profile';
import { BackgroundLoad } from '@imagesearch/service-kit/process/background-load';
import type { Logger } from '@imagesearch/service-kit/logging';
import { UnpackedOnce } from '@imagesearch/service-kit/grpc/unpacked-once';
import type { RerankerConfig } from './config.js';
import type { CandidateTexts } from './domain/candidate-text.js';
import type { Scorer } from './domain/scorer.js';
import { createCrossEncoderScorer } from './app/cross-encoder-scorer.js';
import { createLexicalScorer } from './app/lexical-scorer.js';
import { openScoringModel } from './adapters/open-scoring-model.js';

/** Long captions of 8,000 images, or short ones of 50,000. */
const TEXTS_BYTES_MAX = 8 * 1024 * 1024;

export interface RerankerContext {
  logger: Logger;
  scorer: BackgroundLoad<Scorer>;
  knownTexts: UnpackedOnce<CandidateTexts>;
}

export function createContext(
  config: RerankerConfig,
  logger: Logger,
  modelFiles: Promise<void> | undefined,
): RerankerContext {
  const scorer = new BackgroundLoad<Scorer>({
    what: 'The model profile',
    after: modelFiles,
    load: async (report, signal) => {
      report(ASKING_INDEX);
      const model = await openScoringModel({
        ...config,
        indexFingerprint: await askIndexedModel(config.retrievalAddress, { ...config, logger }, signal),
        onProgress: (progress) => report(progressText(progress)),
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
  return { logger, scorer, knownTexts: new UnpackedOnce(unpackTexts, TEXTS_BYTES_MAX) };
}
