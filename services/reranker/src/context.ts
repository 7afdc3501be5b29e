import { unpackTexts } from '@imagesearch/contracts/packed-texts';
import { ensureReranker } from '@imagesearch/models/hub-profile';
import { progressText } from '@imagesearch/models/profile';
import { loadTokenizer } from '@imagesearch/models/tokenizer';
import { BackgroundLoad } from '@imagesearch/service-kit/process/background-load';
import type { Logger } from '@imagesearch/service-kit/logging';
import { UnpackedOnce } from '@imagesearch/service-kit/grpc/unpacked-once';
import type { RerankerConfig } from './config.js';
import type { CandidateTexts } from './domain/candidate-text.js';
import type { Scorer } from './domain/scorer.js';
import { createCrossEncoderScorer } from './app/cross-encoder-scorer.js';
import { createLexicalScorer } from './app/lexical-scorer.js';
import { openCrossEncoderModel } from './adapters/cross-encoder-model.js';

/** Long captions of 8,000 images, or short ones of 50,000. */
const TEXTS_BYTES_MAX = 8 * 1024 * 1024;

export interface RerankerContext {
  logger: Logger;
  scorer: BackgroundLoad<Scorer>;
  knownTexts: UnpackedOnce<CandidateTexts>;
}

export function createContext(config: RerankerConfig, logger: Logger): RerankerContext {
  const scorer = new BackgroundLoad<Scorer>({
    what: 'The scorer',
    load: (report, signal) =>
      config.method === 'lexical'
        ? Promise.resolve(createLexicalScorer(config.cachedTextsMax))
        : openCrossEncoder(config, report, signal),
    unload: (loaded) => loaded.close(),
    logger,
  });
  return { logger, scorer, knownTexts: new UnpackedOnce(unpackTexts, TEXTS_BYTES_MAX) };
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
