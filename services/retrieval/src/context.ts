import type { Logger } from '@imagesearch/service-kit/logging';
import { isSpelledRight } from '@imagesearch/text-analysis/english-words';
import type { RetrievalConfig } from './config.js';
import type { VectorIndex } from './domain/vector-index.js';
import { ServingIndex } from './app/serving-index.js';
import { SpellingChecker } from './app/spelling.js';
import { openStore } from './adapters/open-store.js';

export interface RetrievalContext {
  logger: Logger;
  index: VectorIndex;
  spelling: SpellingChecker;
}

export async function createContext(config: RetrievalConfig, logger: Logger): Promise<RetrievalContext> {
  // Reads the dictionaries before the first search.
  isSpelledRight('warm');
  const index = await openIndex(config);
  return { logger, index, spelling: new SpellingChecker(index, logger) };
}

export async function openIndex(
  config: Pick<RetrievalConfig, 'dataDir' | 'qdrant' | 'memoryBytesMax'>,
): Promise<VectorIndex> {
  return new ServingIndex(await openStore(config));
}
