/* eslint-disable @typescript-eslint/no-non-null-assertion -- indexes stay within the arrays by construction; these are the inner loops. */
/**
 * sum[at + i] += Σ weights[w] × rows[offsets[w] + i] for i < width. Four rows at a time, so that the sum is loaded
 * and stored a quarter as often; most of the build time is spent here.
 */
export function accumulateRows(
  sum: Float32Array | Float64Array,
  at: number,
  rows: Float32Array | Float64Array,
  offsets: Uint32Array,
  weights: Float32Array | Float64Array,
  count: number,
  width: number,
): void {
  let w = 0;
  for (; w + 4 <= count; w += 4) {
    const [a, b, c, d] = [offsets[w]!, offsets[w + 1]!, offsets[w + 2]!, offsets[w + 3]!];
    const [p, q, r, s] = [weights[w]!, weights[w + 1]!, weights[w + 2]!, weights[w + 3]!];
    for (let i = 0; i < width; i++) {
      sum[at + i]! += p * rows[a + i]! + q * rows[b + i]! + (r * rows[c + i]! + s * rows[d + i]!);
    }
  }
  for (; w < count; w++) {
    const [from, weight] = [offsets[w]!, weights[w]!];
    for (let i = 0; i < width; i++) sum[at + i]! += weight * rows[from + i]!;
  }
}
