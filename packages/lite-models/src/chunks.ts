import { setImmediate as nextTurn } from 'node:timers/promises';

/** Rows of a large matrix worked through between two turns of the event loop: some 10 ms. */
export const ROWS_PER_CHUNK = 1_000;

/**
 * Runs work over 0 … count in slices and lets the event loop turn between them, so that timers, signals and
 * progress bars go on.
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
