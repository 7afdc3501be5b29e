import { join } from 'node:path';
import type { RetrievalConfig } from '../config.js';
import type { VectorIndex } from '../domain/vector-index.js';
import { openLanceIndex } from './lancedb/lance-index.js';
import { openQdrantIndex } from './qdrant/qdrant-index.js';

/** The one place that knows there are two engines. */
export function openIndex({ qdrant, dataDir }: RetrievalConfig): Promise<VectorIndex> {
  return qdrant === undefined
    ? openLanceIndex(join(dataDir, 'retrieval', 'lancedb'))
    : openQdrantIndex(qdrant);
}
