import { join } from 'node:path';
import type { SearchEvents } from './lancedb/engine-calls.js';
import type { QdrantOptions } from './qdrant/client.js';
import type { CollectionStore } from './vector-index.js';

export interface StoreOptions {
  dataDir: string;
  qdrant: QdrantOptions | undefined;
  /** For the embedded engine: memory in which a small index is searched. */
  memoryBytesMax: number;
  /** Of the embedded engine, which bounds its searches itself. */
  events?: SearchEvents;
}

/** The only place that chooses an engine. It loads only that one, because an image may have been built without LanceDB. */
export async function openStore({
  dataDir,
  qdrant,
  memoryBytesMax,
  events,
}: StoreOptions): Promise<CollectionStore> {
  if (qdrant !== undefined) {
    const { openQdrantStore } = await import('./qdrant/store.js');
    return openQdrantStore(qdrant);
  }
  const { openLanceStore } = await loadLance();
  return openLanceStore(join(dataDir, 'retrieval', 'lancedb'), { memoryBytesMax }, events);
}

async function loadLance() {
  try {
    return await import('./lancedb/store.js');
  } catch (error) {
    throw new Error(
      'The embedded index needs LanceDB, which cannot be loaded here. Set QDRANT_URL, or use the image retrieval-lancedb.',
      { cause: error },
    );
  }
}
