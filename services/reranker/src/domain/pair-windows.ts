/** Pairs of one run: a larger batch is hardly faster, and a run cannot be stopped. */
export const BATCH_PAIRS = 8;
/** Pairs that are sorted by length together. A window is scored as a whole, so the scored pairs are always a head. */
const WINDOW_BATCHES = 2;

export interface PairBatch {
  positions: number[];
  tokens: number;
}

/** Windows go from the head of the pool to its end. Pairs of a batch are similar in length, because it is padded. */
export function pairWindows(lengths: readonly number[]): PairBatch[][] {
  const windowPairs = WINDOW_BATCHES * BATCH_PAIRS;
  return chunksOf(
    lengths.map((_, position) => position),
    windowPairs,
  ).map((window) => {
    const sorted = window.toSorted((a, b) => (lengths[a] ?? 0) - (lengths[b] ?? 0));
    return chunksOf(sorted, BATCH_PAIRS).map((positions) => ({
      positions,
      tokens: Math.max(...positions.map((position) => lengths[position] ?? 0)),
    }));
  });
}

function chunksOf(values: readonly number[], size: number): number[][] {
  return Array.from({ length: Math.ceil(values.length / size) }, (_, at) =>
    values.slice(at * size, (at + 1) * size),
  );
}
