import type { Embedding } from '../ports.js';

/** It carries known queries over an outage. It is never the reason that a search fails, so neither method rejects. */
export interface TextVectorCache {
  get(text: string): Promise<Embedding | undefined>;
  set(text: string, embedding: Embedding): Promise<void>;
  close(): Promise<void>;
}

/** The vectors of a replaced model stay for at most so long, and a little longer in front of Redis. The index refuses them. */
export const TEXT_VECTOR_TTL_MS = 5 * 60_000;
