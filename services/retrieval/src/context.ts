import type { Logger } from '@imagesearch/service-kit/logging';
import type { Registry } from '@imagesearch/service-kit/metrics';
import type { RetrievalConfig } from './config.js';
import { createEvents } from './events.js';
import type { VectorIndex } from './domain/vector-index.js';
import { ServingIndex } from './app/serving-index.js';
import { SpellingChecker } from './app/spelling.js';
import { openStore, type StoreOptions } from './adapters/open-store.js';
import { tracedIndex } from './adapters/traced-index.js';

export interface RetrievalContext {
  logger: Logger;
  index: VectorIndex;
  spelling: SpellingChecker;
}

export async function createContext(
  config: RetrievalConfig,
  logger: Logger,
  metrics: Registry,
): Promise<RetrievalContext> {
  const index = tracedIndex(await openIndex({ ...config, logger, events: createEvents(metrics) }));
  return { logger, index, spelling: new SpellingChecker(index, logger) };
}

export async function openIndex(config: StoreOptions): Promise<VectorIndex> {
  return new ServingIndex(await openStore(config));
}
