import { join } from 'node:path';
import type { CollectionStore } from '../domain/collection.js';
import { openLanceStore } from './lancedb/lance-store.js';
import type { SearchEvents } from './lancedb/search-semaphore.js';
import type { QdrantOptions } from './qdrant/qdrant-options.js';
import { openQdrantStore } from './qdrant/qdrant-store.js';

export interface StoreOptions {
  dataDir: string;
  qdrant: QdrantOptions | undefined;
  /** Of the embedded engine, which bounds its searches itself. */
  events?: SearchEvents;
}

/** The only place that chooses an engine. */
export function openStore({ dataDir, qdrant, events }: StoreOptions): Promise<CollectionStore> {
  return qdrant === undefined
    ? openLanceStore(join(dataDir, 'retrieval', 'lancedb'), undefined, events)
    : openQdrantStore(qdrant);
}
