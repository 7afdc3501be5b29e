import { Snapshots, type SavedSnapshot } from '@imagesearch/retrieval/adapters/qdrant/snapshots';
import type { RetrievalConfig } from '@imagesearch/retrieval/config';
import { OperatorError } from '../operator-error.js';

export type QdrantIndex = NonNullable<RetrievalConfig['qdrant']>;

/** Undefined while nothing was ever indexed. @throws OperatorError */
export function saveIndex(index: QdrantIndex, file: string): Promise<SavedSnapshot | undefined> {
  return inWords(() => new Snapshots(index).save(file));
}

/** Puts a saved index where none is. Every step can be repeated until the last one. */
export class IndexRestore {
  readonly #snapshots: Snapshots;
  readonly #saved: SavedSnapshot;

  constructor(index: QdrantIndex, saved: SavedSnapshot) {
    this.#snapshots = new Snapshots(index);
    this.#saved = saved;
  }

  /** @throws OperatorError when an index serves already. */
  check(): Promise<void> {
    return inWords(() => this.#snapshots.requireRestorable(this.#saved));
  }

  /** @throws OperatorError */
  upload(file: string): Promise<void> {
    return inWords(() => this.#snapshots.upload(this.#saved, file));
  }

  /** @throws OperatorError */
  serve(): Promise<void> {
    return inWords(() => this.#snapshots.serve(this.#saved));
  }
}

async function inWords<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw new OperatorError(error instanceof Error ? error.message : String(error));
  }
}
