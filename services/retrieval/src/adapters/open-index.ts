import { join } from 'node:path';
import type { RetrievalConfig } from '../config.js';
import { ServingIndex } from '../app/serving-index.js';
import type { VectorIndex } from '../domain/vector-index.js';
import { openLanceStore } from './lancedb/lance-store.js';
import { openQdrantStore } from './qdrant/qdrant-store.js';

/** The one place that knows there are two engines. */
export async function openIndex({ qdrant, dataDir }: RetrievalConfig): Promise<VectorIndex> {
  return new ServingIndex(
    qdrant === undefined
      ? await openLanceStore(join(dataDir, 'retrieval', 'lancedb'))
      : await openQdrantStore(qdrant),
  );
}
