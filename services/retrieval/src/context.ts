import type { Logger } from '@imagesearch/service-kit/logging';
import type { RetrievalConfig } from './config.js';
import type { VectorIndex } from './domain/vector-index.js';
import { ServingIndex } from './app/serving-index.js';
import { openStore } from './adapters/open-store.js';

export interface RetrievalContext {
  logger: Logger;
  index: VectorIndex;
}

export async function createContext(config: RetrievalConfig, logger: Logger): Promise<RetrievalContext> {
  return { logger, index: await openIndex(config) };
}

export async function openIndex(config: Pick<RetrievalConfig, 'dataDir' | 'qdrant'>): Promise<VectorIndex> {
  return new ServingIndex(await openStore(config));
}
