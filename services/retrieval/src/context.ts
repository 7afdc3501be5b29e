import type { Logger } from '@imagesearch/service-kit/logging';
import type { RetrievalConfig } from './config.js';
import type { VectorIndex } from './domain/vector-index.js';
import { openIndex } from './adapters/open-index.js';

/** What the RPCs work with, wired by hand. */
export interface RetrievalContext {
  index: VectorIndex;
  logger: Logger;
}

export async function createContext(config: RetrievalConfig, logger: Logger): Promise<RetrievalContext> {
  return { logger, index: await openIndex(config) };
}
