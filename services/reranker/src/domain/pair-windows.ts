/** Pairs of one run: more gains little, and nothing can be stopped within a run. */
export const BATCH_PAIRS = 8;
/** Pairs that are sorted by length together. A window is scored as a whole, so that what is scored is always a head. */
const WINDOW_BATCHES = 2;

export interface PairBatch {
  /** Places of its pairs, shortest first. */
  places: number[];
  /** Tokens of its longest. */
  tokens: number;
}

/**
 * The order in which pairs are scored: windows from the head of the pool on, each cut into batches of pairs of like
 * length, because a batch is padded to its longest.
 */
export function pairWindows(lengths: readonly number[]): PairBatch[][] {
  const windowPairs = WINDOW_BATCHES * BATCH_PAIRS;
  return chunksOf(
    lengths.map((_, place) => place),
    windowPairs,
  ).map((window) => {
    const sorted = window.toSorted((a, b) => (lengths[a] ?? 0) - (lengths[b] ?? 0));
    return chunksOf(sorted, BATCH_PAIRS).map((places) => ({
      places,
      tokens: Math.max(...places.map((place) => lengths[place] ?? 0)),
    }));
  });
}

function chunksOf(values: readonly number[], size: number): number[][] {
  return Array.from({ length: Math.ceil(values.length / size) }, (_, at) =>
    values.slice(at * size, (at + 1) * size),
  );
}
