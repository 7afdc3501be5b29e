import { join } from 'node:path';
import type { CollectionStore } from '../domain/collection.js';
import { openLanceStore } from './lancedb/lance-store.js';
import type { QdrantOptions } from './qdrant/qdrant-options.js';
import { openQdrantStore } from './qdrant/qdrant-store.js';

export interface StoreOptions {
  dataDir: string;
  qdrant: QdrantOptions | undefined;
}

/** The only place that chooses an engine. */
export function openStore({ dataDir, qdrant }: StoreOptions): Promise<CollectionStore> {
  return qdrant === undefined
    ? openLanceStore(join(dataDir, 'retrieval', 'lancedb'))
    : openQdrantStore(qdrant);
}
