import type { Embedding } from '../ports.js';

/** It carries known queries over an outage. It is never the reason that a search fails, so neither method rejects. */
export interface TextVectorCache {
  get(text: string): Promise<Embedding | undefined>;
  set(text: string, embedding: Embedding): Promise<void>;
  close(): Promise<void>;
}

/** Bounds, with the time in front of Redis, how long the vectors of a replaced model linger; the index refuses them until then. */
export const TEXT_VECTOR_TTL_MS = 5 * 60_000;
