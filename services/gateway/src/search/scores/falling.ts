/**
 * The nearest numbers that never rise, by least squares: where a later number is larger, the numbers between are replaced by
 * their mean. A good image behind a poor one thus lifts the poor one instead of sharing its score.
 * Source: pool adjacent violators (Ayer et al., "An Empirical Distribution Function for Sampling with Incomplete
 * Information", 1955).
 */
export function falling(values: readonly number[]): number[] {
  const blocks: Block[] = [];
  for (const value of values) {
    const last = { sum: value, count: 1 };
    for (let before = blocks.at(-1); before && isBelow(before, last); before = blocks.at(-1)) {
      blocks.pop();
      last.sum += before.sum;
      last.count += before.count;
    }
    blocks.push(last);
  }
  return blocks.flatMap(({ sum, count }) => Array.from({ length: count }, () => sum / count));
}

interface Block {
  sum: number;
  count: number;
}

/** By their means. */
function isBelow(one: Block, other: Block): boolean {
  return one.sum * other.count < other.sum * one.count;
}
