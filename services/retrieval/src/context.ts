import { createLogger, type Logger } from '@imagesearch/service-kit/logging';
import type { RetrievalConfig } from './config.js';
import type { VectorIndex } from './domain/vector-index.js';
import { openIndex } from './store/open-index.js';

/** What the RPCs work with, wired by hand. */
export interface RetrievalContext {
  index: VectorIndex;
  logger: Logger;
}

export interface RetrievalOverrides {
  logger?: Logger;
  openIndex?: (config: RetrievalConfig) => Promise<VectorIndex>;
}

export async function createContext(
  config: RetrievalConfig,
  overrides: RetrievalOverrides,
): Promise<RetrievalContext> {
  const logger = overrides.logger ?? createLogger({ service: 'retrieval', level: config.logLevel });
  return { logger, index: await (overrides.openIndex ?? openIndex)(config) };
}
