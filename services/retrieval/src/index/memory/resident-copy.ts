import type { Semaphore } from '@imagesearch/service-kit/resilience/semaphore';
import type { IndexedModel } from '../model.js';
import type { PartsById } from '../vector-index.js';
import { type ResidentPart, ResidentPoints } from './resident-points.js';

interface ResidentCopyParts {
  model: IndexedModel;
  /** Loading and writes run one after another, so that memory misses no write. */
  inOrder: Semaphore;
  pointsMax: number;
  /** Number of points that the engine holds. */
  size: () => Promise<number>;
  /** All points of the engine, in pages. Nothing is written meanwhile. */
  points: () => AsyncIterable<PartsById<ResidentPart>>;
}

/**
 * The points of a small collection in memory, where they fit; this process is its only writer. The engine keeps the points: a
 * write reaches the engine first, and memory before it is reported as done.
 */
export class ResidentCopy {
  readonly #parts: ResidentCopyParts;
  #points: ResidentPoints | undefined;
  #isTooLarge = false;
  #isClosed = false;

  constructor(parts: ResidentCopyParts) {
    this.#parts = parts;
  }

  /** Undefined while they are not loaded, and for good once there are too many. */
  get points(): ResidentPoints | undefined {
    return this.#points;
  }

  /** Where it fails, the engine goes on answering. */
  load(): Promise<void> {
    return this.#parts.inOrder.run(() => this.#load()).catch(() => undefined);
  }

  writing(write: () => Promise<unknown>, apply: (points: ResidentPoints) => void): Promise<void> {
    return this.#parts.inOrder.run(async () => {
      try {
        await write();
      } catch (error) {
        // Whether the engine holds the write is not known: its points are read again.
        this.#points = undefined;
        void this.load();
        throw error;
      }
      if (this.#points === undefined) return;
      apply(this.#points);
      if (this.#points.size > this.#parts.pointsMax) this.#giveUp();
      else if (this.#points.isMostlyWaste) await this.#load();
    });
  }

  /** Ends loading early. */
  close(): void {
    this.#isClosed = true;
    this.#points = undefined;
  }

  async #load(): Promise<void> {
    if (this.#isTooLarge || this.#isEnding()) return;
    if ((await this.#parts.size()) > this.#parts.pointsMax) {
      this.#giveUp();
      return;
    }
    const points = new ResidentPoints(this.#parts.model);
    for await (const page of this.#parts.points()) {
      if (this.#isEnding()) return;
      for (const [assetId, parts] of page) points.put({ assetId, ...parts });
    }
    this.#points = points;
  }

  #isEnding(): boolean {
    return this.#isClosed;
  }

  #giveUp(): void {
    this.#isTooLarge = true;
    this.#points = undefined;
  }
}
