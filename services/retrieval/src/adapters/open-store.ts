import { join } from 'node:path';
import type { CollectionStore } from '../domain/collection.js';
import { INDEX_POLICY } from './lancedb/index-policy.js';
import { openLanceStore } from './lancedb/lance-store.js';
import type { QdrantOptions } from './qdrant/qdrant-options.js';
import { openQdrantStore } from './qdrant/qdrant-store.js';

export interface StoreOptions {
  dataDir: string;
  qdrant: QdrantOptions | undefined;
  /** For the embedded engine: memory in which a small index is searched. */
  memoryBytesMax: number;
}

/** The only place that chooses an engine. */
export function openStore({ dataDir, qdrant, memoryBytesMax }: StoreOptions): Promise<CollectionStore> {
  return qdrant === undefined
    ? openLanceStore(join(dataDir, 'retrieval', 'lancedb'), { ...INDEX_POLICY, memoryBytesMax })
    : openQdrantStore(qdrant);
}
