import { ensureLiteProfile } from '@imagesearch/models/lite-profile';
import type { ProfileProgress } from '@imagesearch/models/profile';
import { loadWordVectors, type WordVectors } from '@imagesearch/models/word-vectors';
import { BackgroundLoad } from '@imagesearch/service-kit/background-load';
import { createLogger, type Logger } from '@imagesearch/service-kit/logging';
import type { RerankerConfig } from './config.js';
import { createRerankTexts, type RerankTexts } from './rerank-texts.js';

export interface RerankerOverrides {
  logger?: Logger;
}

export interface RerankerContext {
  logger: Logger;
  words: BackgroundLoad<WordVectors>;
  rerankTexts: RerankTexts;
}

export function createContext(config: RerankerConfig, overrides: RerankerOverrides): RerankerContext {
  const logger = overrides.logger ?? createLogger({ service: 'reranker', level: config.logLevel });
  const words = new BackgroundLoad<WordVectors>({
    what: 'The model profile',
    load: (report, signal) => loadWords(config.modelDir, report, signal),
    unload: () => undefined,
    logger,
  });
  return { logger, words, rerankTexts: createRerankTexts(() => words.get(), config.cachedTextsMax) };
}

async function loadWords(
  modelDir: string,
  report: (detail: string) => void,
  signal: AbortSignal,
): Promise<WordVectors> {
  const onProgress = ({ step, done, total }: ProfileProgress): void =>
    report(`building the lite profile: ${step} ${total === 0 ? 0 : Math.floor((100 * done) / total)} %`);
  const { files } = await ensureLiteProfile({ modelDir, onProgress, signal });
  report('loading the word vectors');
  const words = await loadWordVectors(files.wordVectors);
  // The first analysis reads a dictionary, so no caller should be the one to wait for it.
  createRerankTexts(() => words, 1)('warm', [{ title: 'warm', tags: [], description: '' }]);
  return words;
}
