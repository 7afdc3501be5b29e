/**
 * The nearest numbers that never rise, by least squares: where a later number is larger, the numbers between are replaced by
 * their mean. A good image behind a poor one thus lifts the poor one instead of sharing its score.
 * Source: pool adjacent violators (Ayer et al., "An Empirical Distribution Function for Sampling with Incomplete
 * Information", 1955).
 */
export function falling(values: readonly number[]): number[] {
  const blocks: { sum: number; count: number }[] = [];
  for (const value of values) {
    blocks.push({ sum: value, count: 1 });
    for (;;) {
      const [before, last] = blocks.slice(-2);
      if (before === undefined || last === undefined) break;
      if (before.sum * last.count >= last.sum * before.count) break;
      blocks.splice(-2, 2, { sum: before.sum + last.sum, count: before.count + last.count });
    }
  }
  return blocks.flatMap(({ sum, count }) => Array.from({ length: count }, () => sum / count));
}
