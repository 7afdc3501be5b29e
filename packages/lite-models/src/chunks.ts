import { setImmediate as nextTurn } from 'node:timers/promises';

/** Rows of a large matrix that are processed between two turns of the event loop: about 10 ms. */
export const ROWS_PER_CHUNK = 1_000;

/**
 * Runs work over 0 … count in slices and yields to the event loop between them, so that timers, signals and progress bars
 * work.
 */
export async function inChunks(
  count: number,
  size: number,
  signal: AbortSignal | undefined,
  work: (from: number, to: number) => void,
): Promise<void> {
  for (let from = 0; from < count; from += size) {
    signal?.throwIfAborted();
    work(from, Math.min(count, from + size));
    await nextTurn();
  }
}
